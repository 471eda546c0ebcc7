package tessera.ui.sharing;

import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import tessera.sharing.Means;
import tessera.ui.kit.Glyph;
import tessera.ui.kit.Texts;
import tessera.ui.mosaic.TileStrip;

/** Cells of the sharing table that are drawn. */
final class SharingCells {

    private SharingCells() {}

    static Node name(SharingRow row) {
        return Texts.label(row.name(), "strong");
    }

    static Node strategy(SharingRow row) {
        var words = Texts.label(row.strategy(), row.means() == Means.NONE && !row.divided() ? "muted" : "strong");
        if (row.divided()) {
            var told = "MIG " + row.mig() + ": " + row.advertised();
            Tooltip.install(words, new Tooltip(told));
            words.setAccessibleText(told);
        }
        return words;
    }

    /** The configuration, and where that comes from where no label says it. */
    static Node config(SharingRow row) {
        var name = Texts.yielding(row.config(), "mono", row.labelled() ? "strong" : "muted");
        var source = Texts.label(row.source(), "caption");
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
            return Texts.label("–", "muted");
        }
        var words = Texts.yielding(row.standing(), trouble.isEmpty() ? "muted" : "warn-text");
        var cell = new HBox(6, (trouble.isEmpty() ? Glyph.READY : Glyph.WARNING).node(), words);
        cell.setAlignment(Pos.CENTER_LEFT);
        if (!trouble.isEmpty()) {
            Tooltip.install(cell, new Tooltip(trouble));
            cell.setAccessibleText(trouble);
        }
        return cell;
    }
}
