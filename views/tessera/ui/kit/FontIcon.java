package tessera.ui.kit;

import javafx.scene.text.Text;

/** Icons of buttons and menus, glyphs of a font that ships with the product. States have {@link StatusGlyph}s of their own. */
public enum FontIcon {
    FLEET('\uE199'),
    NODES('\uE1D6'),
    GPUS('\uE3EA'),
    PODS('\uE367'),
    CLAIMS('\uE20F'),
    METRICS('\uE5BD'),
    SHARING('\uE4DF'),
    OPERATOR('\uE593'),
    ALERTS('\uE453'),
    JOURNAL('\uE305'),
    QUOTAS('\uE19B'),
    DOCTOR('\uE2F8'),
    SEARCH('\uE57F'),
    FILTER('\uE7A8'),
    LOCKED('\uE3C5'),
    UNLOCKED('\uE3C7'),
    CLOSE('\uE14A'),
    EXPAND('\uE228'),
    WIDEN('\uE7F1'),
    COPY('\uE17A'),
    COLUMNS('\uE6ED'),
    SETTINGS('\uE6C1'),
    UNTRUSTED('\uE442');

    private final String letter;

    FontIcon(char letter) {
        this.letter = String.valueOf(letter);
    }

    public Text node() {
        var icon = new Text(letter);
        // The first is what the look of JavaFX's controls calls pictograms.
        icon.getStyleClass().addAll("ikonli-font-icon", "icon");
        return icon;
    }
}
