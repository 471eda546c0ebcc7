package tessera.app.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import tessera.model.UnreadableObjects;
import tessera.yaml.TerminalSafeJsonFormatter;

/** The output of a command, in each of its formats. */
public abstract class AbstractMultiFormatReport {

    private final List<String> narrow;
    private final List<String> wide;

    /**
     * A report with these columns.
     *
     * @param narrow headings of the columns that are always there
     * @param wide   headings of the further ones
     */
    AbstractMultiFormatReport(List<String> narrow, List<String> wide) {
        this.narrow = narrow;
        this.wide = wide;
    }

    /** Returns what is printed where every object could be read. */
    public final String print(OutputFormat format) {
        return print(format, UnreadableObjects.NONE);
    }

    /** Returns what is printed where objects could not be read, or not wholly. */
    public final String print(OutputFormat format, UnreadableObjects unread) {
        return switch (format) {
            case TABLE, WIDE -> toColumns(format == OutputFormat.WIDE);
            case CSV -> toTable(true).toCsv();
            case JSON -> TerminalSafeJsonFormatter.format(UnreadableObjectsJsonWriter.put(unread, toJson()));
        };
    }

    private String toColumns(boolean all) {
        var table = toTable(all);
        return headingText() + (table.isEmpty() ? emptyText() + "\n" : table.toColumns());
    }

    private TextTable toTable(boolean all) {
        var headings = new ArrayList<>(narrow);
        if (all) {
            headings.addAll(wide);
        }
        var table = new TextTable(headings);
        fillTable(table, all);
        return table;
    }

    /** @param all whether the further columns are wanted, too */
    abstract void fillTable(TextTable table, boolean all);

    /** Returns the text above the columns, with its line end; empty for none. */
    String headingText() {
        return "";
    }

    /** Returns the text in place of columns without rows. */
    abstract String emptyText();

    abstract ObjectNode toJson();
}
