package tessera.ui.kit;

import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.databind.node.ValueNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import tessera.model.SpreadsheetSafeCsvEscaper;
import tessera.yaml.TerminalSafeJsonFormatter;

/** Table rows as text for other programs: TSV, CSV, JSON. */
public final class TableTextFormatter {

    /** A format. */
    public enum TableExportFormat {
        CSV,
        JSON
    }

    private TableTextFormatter() {}

    /** Returns the rows tab-separated, with headings, for the clipboard. */
    static <R> String tabSeparated(List<DataTableColumn<R>> columns, List<R> rows) {
        return joinLines(columns, rows, "\t", SpreadsheetSafeCsvEscaper::neutralizeFormula);
    }

    /** Returns the rows as CSV according to RFC 4180, with headings. */
    static <R> String csv(List<DataTableColumn<R>> columns, List<R> rows) {
        return joinLines(columns, rows, ",", SpreadsheetSafeCsvEscaper::escapeField);
    }

    private static <R> String joinLines(List<DataTableColumn<R>> columns, List<R> rows, String separator,
            UnaryOperator<String> cell) {
        var text = new StringBuilder();
        text.append(columns.stream().map(column -> cell.apply(column.title())).collect(Collectors.joining(separator)))
                .append("\n");
        for (var row : rows) {
            text.append(columns.stream().map(column -> cell.apply(plainText(column, row)))
                    .collect(Collectors.joining(separator))).append("\n");
        }
        return text.toString();
    }

    /** Returns the rows as a JSON array of objects, keyed by the columns' ids. */
    static <R> String json(List<DataTableColumn<R>> columns, List<R> rows) {
        var array = JsonNodeFactory.instance.arrayNode();
        for (var row : rows) {
            var object = array.addObject();
            for (var column : columns) {
                object.set(column.id(), jsonValue(column, row));
            }
        }
        return TerminalSafeJsonFormatter.format(array);
    }

    private static <R> ValueNode jsonValue(DataTableColumn<R> column, R row) {
        if (!column.number()) {
            return TextNode.valueOf(column.text().apply(row));
        }
        return column.order().apply(row)
                .map(value -> value instanceof Number number
                        ? (ValueNode) DecimalNode.valueOf(new BigDecimal(number.toString()))
                        : TextNode.valueOf(value.toString()))
                .orElse(NullNode.instance);
    }

    private static <R> String plainText(DataTableColumn<R> column, R row) {
        if (column.number()) {
            return column.order().apply(row).map(Object::toString).orElse("");
        }
        return column.text().apply(row);
    }
}
