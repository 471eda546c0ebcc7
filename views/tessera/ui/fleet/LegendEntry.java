package tessera.ui.fleet;

import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import tessera.ui.fleet.FleetState.LegendKey;
import tessera.ui.mosaic.Swatch;
import tessera.ui.mosaic.Zoom;
import tessera.ui.mosaic.Zoom.Form;

/** An entry of the legend: a sample of the mosaic and what it means. */
final class LegendEntry extends HBox {

    private final LegendKey key;
    private final Swatch swatch;

    LegendEntry(LegendKey key, Zoom zoom) {
        super(8);
        this.key = key;
        this.swatch = new Swatch(key.sample(), key.scheme(), zoom);
        getChildren().setAll(swatch, new Label(key.text()));
        setAlignment(Pos.CENTER_LEFT);
        getStyleClass().add("legend-key");
        show(zoom);
    }

    /** What is not told apart at this size is not explained either. */
    void show(Zoom zoom) {
        boolean drawn = zoom.form() != Form.STRIP || !key.sample().strip().isEmpty();
        setVisible(drawn);
        setManaged(drawn);
        if (drawn) {
            swatch.show(zoom);
        }
    }
}
