package tessera.kube.quantity;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Pattern;

/** A count, or a percentage of another count, as {@code maxUnavailable}, {@code maxSurge} and {@code minAvailable} have it. */
public final class CountOrPercentage {

    private static final Pattern FORM = Pattern.compile("-?\\d{1,10}%?");
    private static final int HUNDRED = 100;
    private static final BigDecimal MOST = BigDecimal.valueOf(Integer.MAX_VALUE);

    private CountOrPercentage() {}

    public static boolean isPercentage(String text) {
        return text.endsWith("%");
    }

    /** Returns the count, with a share rounded up or down; 0 for another text. */
    public static int scaled(String text, long total, RoundingMode rounding) {
        if (!FORM.matcher(text).matches()) {
            return 0;
        }
        if (!isPercentage(text)) {
            return new BigDecimal(text).min(MOST).max(MOST.negate()).intValue();
        }
        var hundredths = new BigDecimal(text.substring(0, text.length() - 1)).multiply(BigDecimal.valueOf(total));
        return hundredths.divide(BigDecimal.valueOf(HUNDRED), 0, rounding).min(MOST).intValue();
    }
}
