package tessera.ui.alerts;

import javafx.beans.value.ObservableValue;
import javafx.css.PseudoClass;
import javafx.scene.control.ListCell;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Region;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;

/** A cell of the alerts list; follows its line while it changes. */
final class AlertListCell extends ListCell<ObservableValue<AlertListLine>> {

    private static final PseudoClass HEADING = PseudoClass.getPseudoClass("heading");
    private static final PseudoClass DETAIL = PseudoClass.getPseudoClass("detail");
    /** So much of the list's width may be taken by its scroll bar. */
    private static final double SCROLL_BAR = 16;

    private final AlertListRenderer cell;
    private Subscription subscription = Subscription.EMPTY;

    AlertListCell(AlertListRenderer cell) {
        // As wide as the list, however much there is to say.
        setPrefWidth(0);
        this.cell = cell;
        addEventHandler(MouseEvent.MOUSE_CLICKED, event -> {
            var slot = getItem();
            if (slot != null) {
                cell.toggleLine(slot.getValue());
            }
        });
    }

    @Override
    protected void updateItem(@Nullable ObservableValue<AlertListLine> slot, boolean empty) {
        super.updateItem(slot, empty);
        subscription.unsubscribe();
        subscription = Subscription.EMPTY;
        if (slot == null || empty) {
            setGraphic(null);
            return;
        }
        subscription = slot.subscribe(line -> {
            setGraphic(cell.renderLine(line));
            pseudoClassStateChanged(HEADING, line instanceof AlertListLine.AlertListHeading);
            pseudoClassStateChanged(DETAIL, line instanceof AlertListLine.AlertDetailLine);
        });
    }

    /** What is told in full is as high as it becomes in the width of the list. */
    @Override
    protected double computePrefHeight(double width) {
        return getItem() != null && getItem().getValue() instanceof AlertListLine.AlertDetailLine
                && getGraphic() instanceof Region region && getListView() != null
                        ? region.prefHeight(getListView().getWidth() - SCROLL_BAR)
                        : super.computePrefHeight(width);
    }
}
