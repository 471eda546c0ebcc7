package tessera.ui.kit;

import java.util.Comparator;

/** Natural order of names: {@code gpu-2} before {@code gpu-10}. */
public final class NaturalNameComparator implements Comparator<String> {

    public static final NaturalNameComparator INSTANCE = new NaturalNameComparator();

    private record DigitRun(int start, int end) {}

    private NaturalNameComparator() {}

    @Override
    public int compare(String left, String right) {
        int i = 0;
        int j = 0;
        while (i < left.length() && j < right.length()) {
            if (isDigitAt(left, i) && isDigitAt(right, j)) {
                int endLeft = endOfNumber(left, i);
                int endRight = endOfNumber(right, j);
                int order = compareNumbers(left, new DigitRun(i, endLeft), right, new DigitRun(j, endRight));
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

    private static int compareNumbers(String left, DigitRun a, String right, DigitRun b) {
        int i = firstNonZero(left, a);
        int j = firstNonZero(right, b);
        if (a.end() - i != b.end() - j) {
            return Integer.compare(a.end() - i, b.end() - j);
        }
        while (i < a.end()) {
            int order = Character.compare(left.charAt(i++), right.charAt(j++));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static int firstNonZero(String text, DigitRun number) {
        int first = number.start();
        while (first < number.end() - 1 && text.charAt(first) == '0') {
            first++;
        }
        return first;
    }

    private static boolean isDigitAt(String text, int at) {
        return text.charAt(at) >= '0' && text.charAt(at) <= '9';
    }

    private static int endOfNumber(String text, int from) {
        int end = from;
        while (end < text.length() && isDigitAt(text, end)) {
            end++;
        }
        return end;
    }
}
