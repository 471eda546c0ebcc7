package tessera.ui.operator;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.layout.HBox;
import tessera.stack.ChainLink;
import tessera.stack.StackComponent;
import tessera.ui.kit.DataColumn;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.operator.OperatorState.ChainRow;

/** The columns of the matrix: a node, its links in the order in which they start, the driver it has. */
final class ChainColumns {

    private static final double LINK = 76;
    /** Of one whose title has more letters than fit there. */
    private static final double LONG = 90;
    private static final int LETTERS = 10;

    private ChainColumns() {}

    static List<DataColumn<ChainRow>> all() {
        var columns = new ArrayList<DataColumn<ChainRow>>();
        columns.add(DataColumn.text("node", "Node", 100, ChainRow::name).drawn(ChainColumns::name));
        for (var component : StackComponent.values()) {
            columns.add(DataColumn.<ChainRow>text(component.name(), component.title(),
                    component.title().length() > LETTERS ? LONG : LINK,
                    row -> words(row.chain().link(component))).drawn(row -> link(row.chain().link(component)))
                    .orderedBy(row -> Optional
                            .of(row.chain().link(component).state().compareTo(ChainLink.LinkState.BROKEN))));
        }
        columns.add(
                DataColumn.<ChainRow>text("driver-version", "Driver version", 96, ChainColumns::driver).spared(1)
                        .drawn(ChainColumns::version));
        return columns;
    }

    private static Node name(ChainRow row) {
        var cell = new HBox(8, row.sign() == StatusGlyph.READY ? LinkSigns.dot() : row.sign().node(),
                SelectableText.yielding(row.name(), "strong"));
        cell.setAlignment(Pos.CENTER_LEFT);
        return cell;
    }

    private static String words(ChainLink link) {
        return link.words().isEmpty() ? link.state().words() : link.words();
    }

    private static Node link(ChainLink link) {
        var cell = new HBox(5, LinkSigns.node(link.state()));
        cell.setAlignment(Pos.CENTER_LEFT);
        if (!link.brief().isEmpty()) {
            var words = SelectableText.yielding(link.brief(), "link-words", LinkSigns.style(link.state()));
            if (link.state() == ChainLink.LinkState.BROKEN) {
                words.getStyleClass().add("link-broken");
            }
            cell.getChildren().add(words);
        }
        return cell;
    }

    static String driver(ChainRow row) {
        if (!row.chain().driver().isEmpty()) {
            return row.chain().driver();
        }
        return switch (row.chain().link(StackComponent.DRIVER).state()) {
            case UNKNOWN -> "no data";
            case BROKEN, WAITS, STARTING, PAUSED -> "not loaded";
            case LOOK, READY, ABSENT -> "not told";
        };
    }

    private static Node version(ChainRow row) {
        return SelectableText.yielding(driver(row), "small", row.chain().driver().isEmpty() ? "strong" : "muted");
    }
}
