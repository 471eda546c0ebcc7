package tessera.ui.kit;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.TableCell;
import org.jspecify.annotations.Nullable;

/** A cell of a {@link DataTable}: words, or a small drawing that also says in words what it shows. */
final class DataCell<R> extends TableCell<ObservableValue<R>, R> {

    private final Column<R> column;
    private final Optional<Function<R, Node>> drawing;
    /** What its drawing shows. */
    private @Nullable R drawn;

    /** @param lead whether it names its row */
    DataCell(Column<R> column, boolean lead) {
        this.column = column;
        drawing = column.drawing().map(Supplier::get);
        setTextOverrun(OverrunStyle.ELLIPSIS);
        if (column.number()) {
            getStyleClass().add("number-cell");
        }
        if (lead) {
            getStyleClass().add("lead-cell");
        }
    }

    @Override
    protected void updateItem(@Nullable R row, boolean empty) {
        super.updateItem(row, empty);
        if (row == null || empty) {
            setText(null);
            setGraphic(null);
            drawn = null;
            return;
        }
        var text = column.text().apply(row);
        if (drawing.isEmpty()) {
            setText(text);
        } else if (!row.equals(drawn) || !text.equals(getAccessibleText())) {
            setText(null);
            setGraphic(drawing.get().apply(row));
            setAccessibleText(text);
            drawn = row;
        }
    }
}
