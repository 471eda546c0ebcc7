package tessera.ui.kit;

import org.kordamp.ikonli.javafx.FontIcon;

/** The pictograms of buttons and menus. States have {@link Glyph}s of their own. */
public enum Icons {
    FLEET("mdoal-dashboard"),
    NODES("mdoal-dns"),
    GPUS("mdomz-memory"),
    PODS("mdoal-layers"),
    METRICS("mdomz-show_chart"),
    SHARING("mdomz-pie_chart"),
    OPERATOR("mdomz-settings"),
    ALERTS("mdomz-notifications"),
    JOURNAL("mdoal-history"),
    QUOTAS("mdoal-data_usage"),
    DOCTOR("mdoal-healing"),
    SEARCH("mdomz-search"),
    FILTER("mdoal-filter_alt"),
    LOCKED("mdoal-lock"),
    UNLOCKED("mdoal-lock_open"),
    CLOSE("mdoal-close"),
    EXPAND("mdoal-expand_more"),
    WIDEN("mdomz-open_in_full"),
    COPY("mdoal-content_copy"),
    COLUMNS("mdomz-view_column"),
    SETTINGS("mdomz-tune"),
    UNTRUSTED("mdomz-no_encryption");

    private final String literal;

    Icons(String literal) {
        this.literal = literal;
    }

    public FontIcon node() {
        var icon = new FontIcon(literal);
        icon.getStyleClass().add("icon");
        return icon;
    }
}
