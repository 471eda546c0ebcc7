package tessera.ui.fleet;

import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import tessera.ui.kit.Measures;
import tessera.ui.mosaic.Scale;
import tessera.ui.mosaic.ScaleBar;

/** The entry of the legend that explains the colours of a measured lens. */
final class ScaleKey extends HBox {

    ScaleKey(Scale scale) {
        super(8);
        var title = new Label(switch (scale.lens()) {
            case TEMPERATURE -> "GPU temperature";
            case POWER -> "Board power";
            case MEMORY -> "Memory used";
            default -> "Busy";
        });
        title.getStyleClass().add("legend-title");
        getChildren().setAll(title, new Label(end(scale.low(), scale)), new ScaleBar(scale.lens()),
                new Label(end(scale.high(), scale)));
        setAlignment(Pos.CENTER_LEFT);
        getStyleClass().add("legend-key");
    }

    private static String end(double number, Scale scale) {
        return Measures.whole(number) + " " + scale.unit();
    }
}
