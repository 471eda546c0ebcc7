package tessera.cel;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * A quantity as a value of expressions.
 *
 * @param amount exact, without zeros at its end, so that equal ones are equal
 */
record CelQuantity(BigDecimal amount) implements Comparable<CelQuantity> {

    static CelQuantity of(BigDecimal amount) {
        return new CelQuantity(amount.stripTrailingZeros());
    }

    /** Returns the amount of a quantity or a whole number. */
    private static BigDecimal amountOf(Object value) {
        return value instanceof CelQuantity quantity ? quantity.amount : BigDecimal.valueOf((long) value);
    }

    CelQuantity add(Object other) {
        return of(amount.add(amountOf(other)));
    }

    CelQuantity subtract(Object other) {
        return of(amount.subtract(amountOf(other)));
    }

    long sign() {
        return amount.signum();
    }

    boolean isInteger() {
        return amount.scale() <= 0 && toInteger().bitLength() < Long.SIZE;
    }

    /** Returns the whole number; fails with the words of a server where it is none of 64 bits. */
    long asInteger() {
        if (!isInteger()) {
            throw new ArithmeticException("cannot convert value to integer");
        }
        return toInteger().longValue();
    }

    double asApproximateFloat() {
        return amount.doubleValue();
    }

    private BigInteger toInteger() {
        return amount.toBigInteger();
    }

    @Override
    public int compareTo(CelQuantity other) {
        return amount.compareTo(other.amount);
    }
}
