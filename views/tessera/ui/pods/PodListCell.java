package tessera.ui.pods;

import java.util.function.Consumer;
import javafx.beans.value.ObservableValue;
import javafx.css.PseudoClass;
import javafx.scene.control.ListCell;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;
import tessera.model.ObjectRef;
import tessera.ui.kit.AlignedCellRow;

/** Cell of the pods list; follows its line while it changes. */
final class PodListCell extends ListCell<ObservableValue<PodListLine>> {

    private static final PseudoClass HEADING = PseudoClass.getPseudoClass("heading");

    private Subscription subscription = Subscription.EMPTY;

    PodListCell(Consumer<PodListLine.PodOwnerLine> toggle, Consumer<ObjectRef> choose, Consumer<ObjectRef> open) {
        // As wide as the list, however much there is to say.
        setPrefWidth(0);
        addEventHandler(MouseEvent.MOUSE_CLICKED, event -> {
            var slot = getItem();
            if (slot == null || event.getButton() != MouseButton.PRIMARY) {
                return;
            }
            if (slot.getValue() instanceof PodListLine.PodOwnerLine owned) {
                toggle.accept(owned);
            } else {
                PodsView.podOf(slot.getValue()).ifPresent(event.getClickCount() == 2 ? open : choose);
            }
        });
    }

    /** By the width of the list: what a pod waits for may take a second line. */
    @Override
    protected double computePrefHeight(double width) {
        if (width <= 0 || !(getGraphic() instanceof AlignedCellRow row)) {
            return super.computePrefHeight(width);
        }
        // It is asked for before the next pulse, which dresses what is new: letters are measured as they will be.
        row.applyCss();
        double room = width - snappedLeftInset() - snappedRightInset();
        return snappedTopInset() + Math.max(row.minHeight(room), row.prefHeight(room)) + snappedBottomInset();
    }

    @Override
    protected void updateItem(@Nullable ObservableValue<PodListLine> slot, boolean empty) {
        super.updateItem(slot, empty);
        subscription.unsubscribe();
        subscription = Subscription.EMPTY;
        if (slot == null || empty) {
            setGraphic(null);
            return;
        }
        subscription = slot.subscribe(line -> {
            setGraphic(PodListLineRenderer.drawLine(line));
            pseudoClassStateChanged(HEADING,
                    line instanceof PodListLine.SectionHeading || line instanceof PodListLine.ColumnCaptionsLine);
        });
    }
}
