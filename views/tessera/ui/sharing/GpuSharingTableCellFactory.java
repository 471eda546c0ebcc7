package tessera.ui.sharing;

import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import tessera.ui.heatmap.GpuTileStrip;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** Cells of the sharing table that are drawn. */
final class GpuSharingTableCellFactory {

    private GpuSharingTableCellFactory() {}

    static Node nameCell(NodeGpuSharingRow row) {
        return TextLabelFactory.shrinkableName(row.name(), "strong");
    }

    static Node strategyCell(NodeGpuSharingRow row) {
        var text = TextLabelFactory.label(row.strategyText(),
                row.strategyKey().equals("whole") ? "muted" : "strong");
        if (row.isDivided()) {
            var told = "MIG " + row.migText() + ": " + row.advertisedText();
            Tooltip.install(text, new Tooltip(told));
            text.setAccessibleText(told);
        }
        return text;
    }

    /** Draws the configuration, and its source where no label names it. */
    static Node configCell(NodeGpuSharingRow row) {
        var name = TextLabelFactory.shrinkable(row.configName(), "mono", row.hasConfigLabel() ? "strong" : "muted");
        var source = TextLabelFactory.label(row.configSource(), "caption");
        source.setMinWidth(Region.USE_PREF_SIZE);
        var cell = new HBox(8, name, source);
        cell.setAlignment(Pos.CENTER_LEFT);
        return cell;
    }

    static Node layoutCell(NodeGpuSharingRow row) {
        var strip = new GpuTileStrip();
        strip.show(row.card(), row.podVisibility());
        return strip;
    }

    static Node statusCell(NodeGpuSharingRow row) {
        var problemText = row.problemText();
        if (row.statusText().equals("–")) {
            return TextLabelFactory.label("–", "muted");
        }
        var text = TextLabelFactory.shrinkable(row.statusText(), problemText.isEmpty() ? "muted" : "warn-text");
        var cell = new HBox(6, (problemText.isEmpty() ? StatusGlyph.READY : StatusGlyph.WARNING).node(), text);
        cell.setAlignment(Pos.CENTER_LEFT);
        if (!problemText.isEmpty()) {
            Tooltip.install(cell, new Tooltip(problemText));
            cell.setAccessibleText(problemText);
        }
        return cell;
    }
}
