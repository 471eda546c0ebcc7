package tessera.app.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.model.ForeignTextSanitizer;
import tessera.model.SpreadsheetSafeCsvEscaper;

/** A table, printed in columns or as comma-separated values. */
final class TextTable {

    private static final String GAP = "   ";
    /** What is wider stands out of its column: else every row would be as wide as the longest word of others. */
    private static final int WIDEST = 256;

    private final List<String> headings;
    private final List<List<String>> rows = new ArrayList<>();

    TextTable(List<String> headings) {
        this.headings = List.copyOf(headings);
    }

    void add(List<String> row) {
        rows.add(List.copyOf(row));
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    /** Returns columns as wide as their widest cell. */
    String toColumns() {
        var widths = new int[headings.size()];
        var lines = Stream.concat(Stream.of(headings), rows.stream())
                .map(row -> row.stream().map(ForeignTextSanitizer::singleLine).toList()).toList();
        lines.forEach(line -> measureRow(line, widths));
        var text = new StringBuilder();
        lines.forEach(line -> appendLine(line, widths, text));
        return text.toString();
    }

    private static void measureRow(List<String> row, int[] widths) {
        for (int i = 0; i < widths.length; i++) {
            widths[i] = Math.clamp(row.get(i).codePointCount(0, row.get(i).length()), widths[i], WIDEST);
        }
    }

    private static void appendLine(List<String> row, int[] widths, StringBuilder text) {
        var line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            line.append(row.get(i));
            line.append(" ".repeat(Math.max(0, widths[i] - row.get(i).codePointCount(0, row.get(i).length()))));
            line.append(i < widths.length - 1 ? GAP : "");
        }
        text.append(line.toString().stripTrailing()).append('\n');
    }

    /** Returns comma-separated values by RFC 4180. */
    String toCsv() {
        var text = new StringBuilder(csvLine(headings));
        rows.forEach(row -> text.append(csvLine(row)));
        return text.toString();
    }

    private static String csvLine(List<String> row) {
        return row.stream().map(SpreadsheetSafeCsvEscaper::escapeField).collect(Collectors.joining(",", "", "\r\n"));
    }
}
