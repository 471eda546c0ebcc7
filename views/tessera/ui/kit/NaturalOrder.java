package tessera.ui.kit;

import java.util.Comparator;

/** The order in which people sort names: {@code gpu-2} before {@code gpu-10}. */
public final class NaturalOrder implements Comparator<String> {

    public static final NaturalOrder INSTANCE = new NaturalOrder();

    private NaturalOrder() {}

    @Override
    public int compare(String left, String right) {
        int i = 0;
        int j = 0;
        while (i < left.length() && j < right.length()) {
            if (digit(left, i) && digit(right, j)) {
                int endLeft = endOfNumber(left, i);
                int endRight = endOfNumber(right, j);
                int order = compareNumbers(left.substring(i, endLeft), right.substring(j, endRight));
                if (order != 0) {
                    return order;
                }
                i = endLeft;
                j = endRight;
            } else {
                int order = Character.compare(left.charAt(i++), right.charAt(j++));
                if (order != 0) {
                    return order;
                }
            }
        }
        int rest = Integer.compare(left.length() - i, right.length() - j);
        return rest != 0 ? rest : left.compareTo(right);
    }

    private static int compareNumbers(String left, String right) {
        var plainLeft = left.replaceFirst("^0+(?=.)", "");
        var plainRight = right.replaceFirst("^0+(?=.)", "");
        return plainLeft.length() != plainRight.length()
                ? Integer.compare(plainLeft.length(), plainRight.length())
                : plainLeft.compareTo(plainRight);
    }

    private static boolean digit(String text, int at) {
        return text.charAt(at) >= '0' && text.charAt(at) <= '9';
    }

    private static int endOfNumber(String text, int from) {
        int end = from;
        while (end < text.length() && digit(text, end)) {
            end++;
        }
        return end;
    }
}
