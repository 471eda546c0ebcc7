package tessera.ui.sharing;

import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import tessera.sharing.SharingStrategy;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.mosaic.TileStrip;

/** Cells of the sharing table that are drawn. */
final class SharingCells {

    private SharingCells() {}

    static Node name(SharingRow row) {
        return SelectableText.label(row.name(), "strong");
    }

    static Node strategy(SharingRow row) {
        var words = SelectableText.label(row.strategy(),
                row.means() == SharingStrategy.NONE && !row.divided() ? "muted" : "strong");
        if (row.divided()) {
            var told = "MIG " + row.mig() + ": " + row.advertised();
            Tooltip.install(words, new Tooltip(told));
            words.setAccessibleText(told);
        }
        return words;
    }

    /** The configuration, and where that comes from where no label says it. */
    static Node config(SharingRow row) {
        var name = SelectableText.yielding(row.config(), "mono", row.labelled() ? "strong" : "muted");
        var source = SelectableText.label(row.source(), "caption");
        source.setMinWidth(Region.USE_PREF_SIZE);
        var cell = new HBox(8, name, source);
        cell.setAlignment(Pos.CENTER_LEFT);
        return cell;
    }

    static Node layout(SharingRow row) {
        var strip = new TileStrip();
        strip.show(row.card(), row.sight());
        return strip;
    }

    static Node standing(SharingRow row) {
        var trouble = row.trouble();
        if (row.standing().equals("–")) {
            return SelectableText.label("–", "muted");
        }
        var words = SelectableText.yielding(row.standing(), trouble.isEmpty() ? "muted" : "warn-text");
        var cell = new HBox(6, (trouble.isEmpty() ? StatusGlyph.READY : StatusGlyph.WARNING).node(), words);
        cell.setAlignment(Pos.CENTER_LEFT);
        if (!trouble.isEmpty()) {
            Tooltip.install(cell, new Tooltip(trouble));
            cell.setAccessibleText(trouble);
        }
        return cell;
    }
}
