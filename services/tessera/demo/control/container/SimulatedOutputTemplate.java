package tessera.demo.control.container;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tessera.demo.fixture.plan.SeededRandom;

/**
 * Templates of what containers print, with placeholders in braces.
 *
 * <ul>
 *   <li>{@code {time:HH:mm:ss}} the moment in which it is written
 *   <li>{@code {n}}, {@code {n*50}}, {@code {n%8}} the number of the line, with sums done from left to right
 *   <li>{@code {3..90}}, {@code {0.1~2.5}} a number between the two
 *   <li>{@code {9.2>1.7}} a number that falls from one to the other, as a loss does
 *   <li>{@code {GET|POST}} one of them
 *   <li>{@code {pod}}, {@code {memory%6d}} the value of that name, as a formatter prints it
 * </ul>
 *
 * The same line of the same run reads the same every time.
 */
record SimulatedOutputTemplate(Map<String, Object> values) {

    private static final Pattern GAP = Pattern.compile("\\{(time:[^{}]++|n(?:[*/%+]\\d++)*+|\\d+\\.\\.\\d+"
            + "|\\d+\\.\\d+[~>]\\d+\\.\\d+|[^{}\"|]*+(?:\\|[^{}\"|]*+)++|[a-z]++(?:%[-\\d.]*+[sdf])?+)}");
    private static final Pattern SUM_OF_NUMBER = Pattern.compile("n(?![a-z])");
    private static final Pattern SUM = Pattern.compile("([*/%+])(\\d+)");
    private static final SeededRandom MINT = new SeededRandom(0);
    private static final double LINES_TO_LEARN = 400;
    private static final Map<String, DateTimeFormatter> CLOCKS = new ConcurrentHashMap<>();

    SimulatedOutputTemplate with(Map<String, ?> more) {
        var all = new HashMap<String, Object>(values);
        all.putAll(more);
        return new SimulatedOutputTemplate(all);
    }

    /**
     * Replaces the placeholders in a text.
     *
     * @param run    whose line it is
     * @param number of the line
     */
    String fillPlaceholders(String text, String run, long number, Instant at) {
        var gaps = GAP.matcher(text);
        var line = new StringBuilder();
        int gap = 0;
        while (gaps.find()) {
            var key = run + "/" + number + "/" + gap++;
            gaps.appendReplacement(line, Matcher.quoteReplacement(placeholderValue(gaps.group(1), key, number, at)));
        }
        return gaps.appendTail(line).toString();
    }

    private String placeholderValue(String gap, String key, long number, Instant at) {
        if (gap.startsWith("time:")) {
            return CLOCKS
                    .computeIfAbsent(gap.substring(5),
                            pattern -> DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withZone(ZoneOffset.UTC))
                    .format(at);
        }
        int format = gap.indexOf('%');
        var value = values.get(format < 0 ? gap : gap.substring(0, format));
        if (value != null) {
            return format < 0 ? value.toString() : String.format(Locale.ROOT, gap.substring(format), value);
        }
        if (gap.indexOf('|') >= 0) {
            var choices = gap.split("\\|", -1);
            return choices[MINT.numberBelow(key, choices.length)];
        }
        if (SUM_OF_NUMBER.matcher(gap).lookingAt()) {
            return Long.toString(sumValue(gap, number));
        }
        if (Character.isLetter(gap.charAt(0))) {
            return "{" + gap + "}";
        }
        int dots = gap.indexOf("..");
        if (dots > 0) {
            int minimum = Integer.parseInt(gap.substring(0, dots));
            return Integer
                    .toString(minimum + MINT.numberBelow(key, Integer.parseInt(gap.substring(dots + 2)) - minimum + 1));
        }
        return decimalValue(gap, key, number);
    }

    private static long sumValue(String gap, long number) {
        long value = number;
        var steps = SUM.matcher(gap);
        while (steps.find()) {
            long operand = Long.parseLong(steps.group(2));
            value = switch (steps.group(1)) {
                case "*" -> value * operand;
                case "/" -> value / operand;
                case "%" -> value % operand;
                default -> value + operand;
            };
        }
        return value;
    }

    private static String decimalValue(String gap, String key, long number) {
        boolean falling = gap.indexOf('>') > 0;
        int middle = Math.max(gap.indexOf('>'), gap.indexOf('~'));
        double first = Double.parseDouble(gap.substring(0, middle));
        double second = Double.parseDouble(gap.substring(middle + 1));
        double chance = MINT.numberBelow(key, 10_001) / 10_000.0;
        double value = falling
                ? (second + (first - second) * Math.exp(-number / LINES_TO_LEARN)) * (0.97 + 0.06 * chance)
                : first + (second - first) * chance;
        int digits = middle - gap.indexOf('.') - 1;
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
