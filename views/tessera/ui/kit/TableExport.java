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
import tessera.model.CsvField;
import tessera.yaml.JsonText;

/** Rows of a table as text that other programs read. */
public final class TableExport {

    /** A format. */
    public enum ExportFormat {
        CSV,
        JSON
    }

    private TableExport() {}

    /** Tab-separated, with headings, for the clipboard. */
    static <R> String tabs(List<DataColumn<R>> columns, List<R> rows) {
        return lines(columns, rows, "\t", CsvField::inert);
    }

    /** As RFC 4180 has it, with headings. */
    static <R> String csv(List<DataColumn<R>> columns, List<R> rows) {
        return lines(columns, rows, ",", CsvField::of);
    }

    private static <R> String lines(List<DataColumn<R>> columns, List<R> rows, String separator,
            UnaryOperator<String> cell) {
        var text = new StringBuilder();
        text.append(columns.stream().map(column -> cell.apply(column.title())).collect(Collectors.joining(separator)))
                .append("\n");
        for (var row : rows) {
            text.append(columns.stream().map(column -> cell.apply(plain(column, row)))
                    .collect(Collectors.joining(separator))).append("\n");
        }
        return text.toString();
    }

    /** An array of objects whose members are called by the columns' ids. */
    static <R> String json(List<DataColumn<R>> columns, List<R> rows) {
        var array = JsonNodeFactory.instance.arrayNode();
        for (var row : rows) {
            var object = array.addObject();
            for (var column : columns) {
                object.set(column.id(), value(column, row));
            }
        }
        return JsonText.of(array);
    }

    private static <R> ValueNode value(DataColumn<R> column, R row) {
        if (!column.number()) {
            return TextNode.valueOf(column.text().apply(row));
        }
        return column.order().apply(row).map(value -> value instanceof Number number
                ? (ValueNode) DecimalNode.valueOf(new BigDecimal(number.toString()))
                : TextNode.valueOf(value.toString())).orElse(NullNode.instance);
    }

    private static <R> String plain(DataColumn<R> column, R row) {
        return column.number()
                ? column.order().apply(row).map(Object::toString).orElse("")
                : column.text().apply(row);
    }
}
