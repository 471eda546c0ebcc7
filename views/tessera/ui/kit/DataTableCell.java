package tessera.ui.kit;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Labeled;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.TableCell;
import javafx.scene.input.MouseEvent;
import javafx.scene.text.Text;
import org.jspecify.annotations.Nullable;
import tessera.model.ForeignTextSanitizer;

/** A cell of a {@link DataTable}: text, or a small drawing with an accessible text. */
final class DataTableCell<R> extends TableCell<ObservableValue<R>, R> {

    private final DataTableColumn<R> column;
    private final Optional<Function<R, Node>> drawing;
    /** What its drawing shows. */
    private @Nullable R drawnRow;

    /** @param lead whether it names its row */
    DataTableCell(DataTableColumn<R> column, boolean lead) {
        this.column = column;
        drawing = column.drawing().map(Supplier::get);
        setTextOverrun(OverrunStyle.ELLIPSIS);
        if (column.number()) {
            getStyleClass().add("number-cell");
        }
        if (lead) {
            getStyleClass().add("lead-cell");
        }
        addEventHandler(MouseEvent.MOUSE_ENTERED, event -> updateTooltip());
    }

    /** Shows the full text as tooltip where the cell cuts it. */
    private void updateTooltip() {
        boolean cut = Stream.concat(Stream.of(this), lookupAll(".label").stream()).map(Labeled.class::cast)
                .filter(words -> Optional.ofNullable(words.getAccessibleHelp()).orElse("").isEmpty()
                        && (words.getTooltip() == null || words.equals(this)))
                .anyMatch(DataTableCell::isCut);
        var whole = drawing.isEmpty() ? getText() : getAccessibleText();
        setTooltip(cut ? TooltipFactory.createTooltip(whole) : null);
    }

    private static boolean isCut(Labeled words) {
        return words.getText() != null && words.getChildrenUnmodifiable().stream()
                .anyMatch(each -> each instanceof Text shown && !shown.getText().equals(words.getText()));
    }

    @Override
    protected void updateItem(@Nullable R row, boolean empty) {
        super.updateItem(row, empty);
        if (row == null || empty) {
            setText(null);
            setGraphic(null);
            drawnRow = null;
            return;
        }
        var text = ForeignTextSanitizer.singleLine(column.text().apply(row));
        if (drawing.isEmpty()) {
            setText(text);
        } else if (!row.equals(drawnRow) || !text.equals(getAccessibleText())) {
            setText(null);
            setGraphic(drawing.get().apply(row));
            setAccessibleText(text);
            drawnRow = row;
        }
    }
}
