package tessera.app.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import tessera.model.UnreadObjects;
import tessera.yaml.JsonText;

/** What a command prints, in each of its forms. */
public abstract class CommandReport {

    private final List<String> narrow;
    private final List<String> wide;

    /**
     * A report with these columns.
     *
     * @param narrow headings of the columns that are always there
     * @param wide   headings of the further ones
     */
    CommandReport(List<String> narrow, List<String> wide) {
        this.narrow = narrow;
        this.wide = wide;
    }

    /** Returns what is printed where every object could be read. */
    public final String print(OutputFormat format) {
        return print(format, UnreadObjects.NONE);
    }

    /** Returns what is printed where objects could not be read, or not wholly. */
    public final String print(OutputFormat format, UnreadObjects unread) {
        return switch (format) {
            case TABLE, WIDE -> columns(format == OutputFormat.WIDE);
            case CSV -> table(true).csv();
            case JSON -> JsonText.of(UnreadReport.put(unread, json()));
        };
    }

    private String columns(boolean all) {
        var table = table(all);
        return heading() + (table.isEmpty() ? nothing() + "\n" : table.columns());
    }

    private TextTable table(boolean all) {
        var headings = new ArrayList<>(narrow);
        if (all) {
            headings.addAll(wide);
        }
        var table = new TextTable(headings);
        fill(table, all);
        return table;
    }

    /** @param all whether the further columns are wanted, too */
    abstract void fill(TextTable table, boolean all);

    /** What is said above the columns, with the end of its last line; empty for nothing. */
    String heading() {
        return "";
    }

    /** What is said in columns where there are no rows. */
    abstract String nothing();

    abstract ObjectNode json();
}
