package tessera.ui.fleet;

import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import tessera.ui.fleet.FleetState.LegendKey;
import tessera.ui.mosaic.MosaicSwatch;
import tessera.ui.mosaic.MosaicZoom;
import tessera.ui.mosaic.MosaicZoom.CardForm;

/** An entry of the legend: a sample of the mosaic and its meaning. */
final class LegendEntry extends HBox {

    private final LegendKey key;
    private final MosaicSwatch swatch;

    LegendEntry(LegendKey key, MosaicZoom zoom) {
        super(8);
        this.key = key;
        this.swatch = new MosaicSwatch(key.sample(), key.scheme(), zoom);
        getChildren().setAll(swatch, new Label(key.text()));
        setAlignment(Pos.CENTER_LEFT);
        getStyleClass().add("legend-key");
        show(zoom);
    }

    /** Shows the entry, unless this zoom does not distinguish it. */
    void show(MosaicZoom zoom) {
        boolean drawn = zoom.form() != CardForm.STRIP || !key.sample().strip().isEmpty();
        setVisible(drawn);
        setManaged(drawn);
        if (drawn) {
            swatch.show(zoom);
        }
    }
}
