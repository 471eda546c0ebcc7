package tessera.ui.metrics;

import java.util.List;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.scene.control.Button;
import javafx.scene.control.ContentDisplay;
import tessera.ui.kit.Icons;
import tessera.ui.kit.Picker;
import tessera.ui.metrics.Offers.Offer;

/** The button that says what is charted, and offers every node, GPU and MIG instance in its place. FX thread. */
final class Chooser {

    private final Picker picker;
    private final ReadOnlyBooleanWrapper offering = new ReadOnlyBooleanWrapper();
    private List<Offer> offers = List.of();

    /**
     * @param chosen  called with what is to be charted
     * @param toggled called with what is to be charted, too, or no longer
     */
    Chooser(Consumer<Selection> chosen, Consumer<Selection> toggled) {
        picker = new Picker("metrics-node", () -> offering.set(true), title -> chosen.accept(of(title)));
        picker.adds(title -> toggled.accept(of(title)));
        picker.node().setContentDisplay(ContentDisplay.RIGHT);
    }

    Button node() {
        return picker.node();
    }

    void label(String title) {
        picker.label(Icons.EXPAND.node(), title);
    }

    /** Whether somebody waits for what can be chosen. */
    ReadOnlyBooleanProperty offeringProperty() {
        return offering.getReadOnlyProperty();
    }

    /** Offers what can be chosen, where somebody waits for that. */
    void offer(List<Offer> newest) {
        if (offering.get() && !newest.isEmpty()) {
            offers = newest;
            picker.offer(newest.stream().map(Offer::choice).toList(),
                    "Ctrl adds to what is charted, or takes from it. What is selected on Fleet, Nodes or GPUs is charted, too.");
            offering.set(false);
        }
    }

    private Selection of(String title) {
        return offers.stream().filter(offer -> offer.choice().title().equals(title)).map(Offer::selection).findFirst()
                .orElse(Selection.NONE);
    }
}
