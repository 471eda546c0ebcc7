package tessera.ui.wall;

import java.util.ArrayList;
import java.util.List;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import tessera.text.MessageCatalog;
import tessera.ui.JavaFxThreadRelay;
import tessera.ui.fleet.FleetScreenState;
import tessera.ui.fleet.FleetScreenState.FleetHeadlineFigure;
import tessera.ui.fleet.FleetScreenState.HeatmapLegendEntryState;
import tessera.ui.heatmap.HeatmapLegendSwatch;
import tessera.ui.heatmap.HeatmapZoom;
import tessera.ui.heatmap.HeatmapZoom.HeatmapNodeShape;
import tessera.ui.heatmap.ReadOnlyHeatmap;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.PaneChildrenReconciler;
import tessera.ui.kit.TextLabelFactory;

/** The fleet as a heatmap, with headline figures above it and attention items beside it. */
final class WallHeatmapPage {

    private static final String PART_SEPARATOR = " · ";
    private static final MessageCatalog MESSAGES = MessageCatalog.of(WallHeatmapPage.class);

    /** Where there are more, each tells as much as one line has room for. */
    private static final int SPACIOUS = 4;
    private static final int ENTRIES = 6;
    /** How many lines there is room for below what is told briefly. */
    private static final int SPARE_LINES = 2;
    /** As much as a line has room for: of a title, of a title beside an age, of what is below it, and of that beside an age. */
    private static final int TITLE = 26;
    private static final int TITLE_AND_AGE = 18;
    private static final int DETAIL = 30;
    private static final int DETAIL_AND_AGE = 22;
    private static final double SIGN = 36;
    /** Where one is longer, all are drawn smaller. */
    private static final int SHORT = 4;
    private static final PseudoClass BRIEF = PseudoClass.getPseudoClass("brief");
    private static final PseudoClass LONG = PseudoClass.getPseudoClass("long");
    private static final double SWATCH = 1.6;
    private static final HeatmapZoom LARGEST_STRIP = HeatmapZoom.LEVELS.stream()
            .filter(zoom -> zoom.form() == HeatmapNodeShape.STRIP).findFirst().orElseThrow();

    private final ReadOnlyHeatmap heatmap = new ReadOnlyHeatmap();
    private final HBox figures = new HBox();
    private final FlowPane legend = new FlowPane(28, 6);
    private final VBox entries = new VBox();
    private final PaneChildrenReconciler<FleetHeadlineFigure> figureParts = new PaneChildrenReconciler<>(
            figures.getChildren(), WallHeatmapPage::figureNode);
    private final PaneChildrenReconciler<WallLegendEntry> legendParts = new PaneChildrenReconciler<>(
            legend.getChildren(), WallHeatmapPage::legendNode);
    private final PaneChildrenReconciler<WallAttentionItem> entryParts = new PaneChildrenReconciler<>(
            entries.getChildren(), WallHeatmapPage::attentionNode);
    private final BorderPane root = new BorderPane();
    private List<HeatmapLegendEntryState> keys = List.of();

    /** Legend entry, at the size at which it is drawn. */
    private record WallLegendEntry(HeatmapLegendEntryState key, HeatmapZoom zoom) {}

    /**
     * Attention item, or the number of those that do not fit.
     *
     * @param compact whether there are many of them
     */
    private record WallAttentionItem(FleetScreenState.AttentionItemState item, int hiddenCount, boolean compact) {}

    WallHeatmapPage() {
        heatmap.setId("wall-heatmap");
        figures.setId("wall-figures");
        figures.getStyleClass().add("wall-figures");
        legend.setId("wall-legend");
        legend.getStyleClass().add("wall-legend");
        legend.setAlignment(Pos.CENTER_LEFT);
        heatmap.zoomProperty().addListener((zoom, before, now) -> JavaFxThreadRelay.runOnFxThread(this::updateLegend));
        var title = TextLabelFactory.shrinkable(MESSAGES.text("attention.title"), "wall-section");
        var attention = LayoutBoxFactory.withStyle(new VBox(title, entries), "wall-attention");
        attention.setId("wall-attention");
        var middle = LayoutBoxFactory.withStyle(new BorderPane(heatmap), "wall-middle");
        root.setTop(figures);
        root.setCenter(middle);
        root.setRight(attention);
    }

    Node node() {
        return root;
    }

    Node legend() {
        return legend;
    }

    void setPixelDensity(double pixels) {
        heatmap.setPixelDensity(pixels);
    }

    void show(FleetScreenState state) {
        figureParts.show(state.figures());
        figures.getChildren().forEach(box -> HBox.setHgrow(box, Priority.ALWAYS));
        figures.pseudoClassStateChanged(LONG,
                state.figures().stream().anyMatch(figure -> figure.number().length() > SHORT));
        heatmap.show(state.heatmap());
        keys = state.legend().stream().filter(key -> !key.wallText().isEmpty()).toList();
        updateLegend();
        int told = visibleCount(state.attention());
        boolean brief = state.attention().size() > SPACIOUS;
        var shown = new ArrayList<WallAttentionItem>();
        state.attention().subList(0, told).forEach(item -> shown.add(new WallAttentionItem(item, 0, brief)));
        if (told < state.attention().size()) {
            shown.add(new WallAttentionItem(state.attention().getLast(), state.attention().size() - told, brief));
        }
        entryParts.show(shown);
    }

    /** Returns the number of items that fit, one less where there are more. */
    private static int visibleCount(List<FleetScreenState.AttentionItemState> lines) {
        int spare = SPARE_LINES;
        int told = 0;
        while (told < Math.min(ENTRIES, lines.size()) && spare >= 0) {
            if (lines.size() > SPACIOUS) {
                spare -= ShortAttentionItem.of(lines.get(told)).extraLines();
            }
            if (spare >= 0) {
                told++;
            }
        }
        return told < lines.size() && told == ENTRIES ? told - 1 : told;
    }

    /** Updates the legend without colours that are indistinguishable at this size. */
    private void updateLegend() {
        var zoom = heatmap.zoomProperty().get();
        // Strips are drawn as small as a fleet is large; what explains them need not be.
        var drawn = zoom.form() == HeatmapNodeShape.STRIP ? LARGEST_STRIP : zoom;
        legendParts.show(keys.stream().map(key -> new WallLegendEntry(key, drawn))
                .filter(key -> zoom.form() != HeatmapNodeShape.STRIP || !key.key().sample().strip().isEmpty())
                .toList());
    }

    private static Node legendNode(WallLegendEntry explained) {
        var key = explained.key();
        return LayoutBoxFactory.row(12, new HeatmapLegendSwatch(key.sample(), key.scheme(), explained.zoom(), SWATCH),
                TextLabelFactory.whole(key.wallText(), "wall-key"));
    }

    private static Node figureNode(FleetHeadlineFigure figure) {
        var head = LayoutBoxFactory.row(14, TextLabelFactory.shrinkable(figure.title(), "wall-figure-title"));
        if (figure.glyph() != null) {
            head.getChildren().addFirst(WallPageControlFactory.signNode(figure.glyph(), SIGN));
        }
        var digits = TextLabelFactory.whole(figure.number(), "wall-figure-number");
        var number = LayoutBoxFactory.baselineRow(14, digits,
                WallPageControlFactory.wholeOrHiddenLabel(figure.share(), "wall-figure-share"));
        var box = new VBox(head, number,
                WallPageControlFactory.twoLineLabel(figure.shortDetail(), "wall-figure-detail"));
        box.getStyleClass().add("wall-figure");
        box.setMinWidth(0);
        box.setPrefWidth(0);
        return box;
    }

    private static Node attentionNode(WallAttentionItem entry) {
        if (entry.hiddenCount() > 0) {
            return TextLabelFactory.shrinkable(MESSAGES.text("list.more", entry.hiddenCount()), "wall-small");
        }
        var item = entry.item();
        var words = entry.compact() ? briefEntry(item) : fullEntry(item);
        HBox.setHgrow(words, Priority.ALWAYS);
        words.setMinWidth(0);
        var row = new HBox(18, WallPageControlFactory.signNode(item.glyph(), SIGN), words);
        row.getStyleClass().add("wall-entry");
        row.pseudoClassStateChanged(BRIEF, entry.compact());
        return row;
    }

    private static VBox fullEntry(FleetScreenState.AttentionItemState item) {
        // A number does not stand alone on the second line.
        var title = WallPageControlFactory.twoLineLabel(item.entry().headline().replace(" × ", "\u00a0×\u00a0"),
                "wall-entry-title");
        return new VBox(2, labelWithAge(title, item),
                WallPageControlFactory.twoLineLabel(item.entry().detail(), "wall-entry-detail"));
    }

    /**
     * Short form of an attention item, used where there are many.
     *
     * @param above whether the age stands beside the title
     * @param maxLineLength  how many letters a line of the detail has
     */
    private record ShortAttentionItem(String title, String detail, boolean above, int maxLineLength) {

        static ShortAttentionItem of(FleetScreenState.AttentionItemState item) {
            var title = item.entry().headline();
            boolean above = title.length() <= TITLE_AND_AGE;
            int room = above || item.age().isEmpty() ? DETAIL : DETAIL_AND_AGE;
            return new ShortAttentionItem(title, firstParts(item.entry().detail(), room), above, room);
        }

        /** Returns the number of lines it takes beyond two. */
        int extraLines() {
            return (title.length() > TITLE ? 1 : 0) + (detail.length() > maxLineLength ? 1 : 0);
        }
    }

    private static VBox briefEntry(FleetScreenState.AttentionItemState item) {
        var shortItem = ShortAttentionItem.of(item);
        var title = WallPageControlFactory.twoLineLabel(shortItem.title(), "wall-entry-title");
        var detail = WallPageControlFactory.twoLineLabel(shortItem.detail(), "wall-entry-detail");
        if (shortItem.above()) {
            return new VBox(2, labelWithAge(title, item), detail);
        }
        return new VBox(2, title, labelWithAge(detail, item));
    }

    /** Returns a text with the age at its right. */
    private static HBox labelWithAge(Label text, FleetScreenState.AttentionItemState item) {
        HBox.setHgrow(text, Priority.ALWAYS);
        text.setMaxWidth(Double.MAX_VALUE);
        var row = new HBox(16, text, TextLabelFactory.whole(item.age(), "wall-small"));
        row.setAlignment(Pos.TOP_LEFT);
        return row;
    }

    /** Returns as many parts of a detail as fit on a line; the first, which may take two, whatever its length. */
    private static String firstParts(String detail, int maximum) {
        var some = detail;
        int end = some.lastIndexOf(PART_SEPARATOR);
        while (some.length() > maximum && end >= 0) {
            some = some.substring(0, end);
            end = some.lastIndexOf(PART_SEPARATOR);
        }
        return some;
    }
}
