package tessera.metrics.exposition;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * A line that could not be read.
 *
 * @param line    its number, counted from 1
 * @param excerpt its first characters, those that cannot be shown replaced
 */
public record MalformedExpositionLine(long line, String excerpt) {

    private static final int CHARACTERS = 80;
    private static final int MOST_BYTES_OF_ONE = 4;

    static MalformedExpositionLine of(long line, byte[] bytes, int from, int to) {
        int maximum = Math.min(to, from + (CHARACTERS + 1) * MOST_BYTES_OF_ONE);
        var text = new StringBuilder();
        new String(bytes, from, maximum - from, UTF_8).strip().codePoints().limit(CHARACTERS)
                .map(point -> isPrintable(point) ? point : '\uFFFD').forEach(text::appendCodePoint);
        return new MalformedExpositionLine(line, text.toString());
    }

    private static boolean isPrintable(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.PRIVATE_USE, Character.UNASSIGNED,
                    Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                false;
            default -> true;
        };
    }
}
