"""placeholder until merged"""
def main(arguments): return 0
