package tessera.ui.metrics;

import java.util.List;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.scene.control.Button;
import javafx.scene.control.ContentDisplay;
import tessera.ui.kit.IconFont;
import tessera.ui.kit.ListPicker;
import tessera.ui.metrics.ChartOffers.ChartOffer;

/** The button that says what is charted, and offers every node, GPU and MIG instance in its place. FX thread. */
final class ChartChooser {

    private final ListPicker picker;
    private final ReadOnlyBooleanWrapper offering = new ReadOnlyBooleanWrapper();
    private List<ChartOffer> offers = List.of();

    /**
     * @param chosen  called with what is to be charted
     * @param toggled called with what is to be charted, too, or no longer
     */
    ChartChooser(Consumer<ChartSelection> chosen, Consumer<ChartSelection> toggled) {
        picker = new ListPicker("metrics-node", () -> offering.set(true), title -> chosen.accept(of(title)));
        picker.adds(title -> toggled.accept(of(title)));
        picker.node().setContentDisplay(ContentDisplay.RIGHT);
    }

    Button node() {
        return picker.node();
    }

    void label(String title) {
        picker.label(IconFont.EXPAND.node(), title);
    }

    /** Whether somebody waits for what can be chosen. */
    ReadOnlyBooleanProperty offeringProperty() {
        return offering.getReadOnlyProperty();
    }

    /** Offers what can be chosen, where somebody waits for that. */
    void offer(List<ChartOffer> newest) {
        if (offering.get() && !newest.isEmpty()) {
            offers = newest;
            picker.offer(newest.stream().map(ChartOffer::choice).toList(),
                    "Ctrl adds to what is charted, or takes from it. What is selected on Fleet, Nodes or GPUs is charted, too.");
            offering.set(false);
        }
    }

    private ChartSelection of(String title) {
        return offers.stream().filter(offer -> offer.choice().title().equals(title)).map(ChartOffer::selection)
                .findFirst()
                .orElse(ChartSelection.NONE);
    }
}
