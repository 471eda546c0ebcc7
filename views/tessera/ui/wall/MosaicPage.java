package tessera.ui.wall;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import tessera.ui.FxRelay;
import tessera.ui.fleet.FleetState;
import tessera.ui.fleet.FleetState.FleetFigure;
import tessera.ui.fleet.FleetState.LegendKey;
import tessera.ui.kit.InlineParts;
import tessera.ui.mosaic.MosaicSwatch;
import tessera.ui.mosaic.MosaicZoom;
import tessera.ui.mosaic.MosaicZoom.CardForm;
import tessera.ui.mosaic.StillMosaic;

/** The fleet as a mosaic, with headline figures above it and attention items beside it. */
final class MosaicPage {

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
    private static final MosaicZoom LARGEST_STRIP = MosaicZoom.LEVELS.stream()
            .filter(zoom -> zoom.form() == CardForm.STRIP)
            .findFirst().orElseThrow();

    private final StillMosaic mosaic = new StillMosaic();
    private final HBox figures = new HBox();
    private final FlowPane legend = new FlowPane(28, 6);
    private final VBox entries = new VBox();
    private final InlineParts<FleetFigure> figureParts = new InlineParts<>(figures.getChildren(),
            MosaicPage::figureNode);
    private final InlineParts<WallLegend> legendParts = new InlineParts<>(legend.getChildren(), MosaicPage::legendNode);
    private final InlineParts<WallAttention> entryParts = new InlineParts<>(entries.getChildren(),
            MosaicPage::attentionNode);
    private final BorderPane root = new BorderPane();
    private List<LegendKey> keys = List.of();

    /** Legend entry, at the size at which it is drawn. */
    private record WallLegend(LegendKey key, MosaicZoom zoom) {}

    /**
     * Attention item, or the number of those that do not fit.
     *
     * @param brief whether there are many of them
     */
    private record WallAttention(FleetState.AttentionLine line, int more, boolean brief) {}

    MosaicPage() {
        mosaic.setId("wall-mosaic");
        figures.setId("wall-figures");
        figures.getStyleClass().add("wall-figures");
        legend.setId("wall-legend");
        legend.getStyleClass().add("wall-legend");
        legend.setAlignment(Pos.CENTER_LEFT);
        mosaic.zoomProperty().addListener((zoom, before, now) -> FxRelay.runOnFxThread(this::updateLegend));
        var title = WallPieces.styledLabel("Needs attention", "wall-section");
        var attention = new VBox(title, entries);
        attention.setId("wall-attention");
        attention.getStyleClass().add("wall-attention");
        var middle = new BorderPane(mosaic);
        middle.getStyleClass().add("wall-middle");
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
        mosaic.setPixelDensity(pixels);
    }

    void show(FleetState state) {
        figureParts.show(state.figures());
        figures.getChildren().forEach(box -> HBox.setHgrow(box, Priority.ALWAYS));
        figures.pseudoClassStateChanged(LONG,
                state.figures().stream().anyMatch(figure -> figure.number().length() > SHORT));
        mosaic.show(state.mosaic());
        keys = state.legend().stream().filter(key -> !shortLegendText(key.text()).isEmpty()).toList();
        updateLegend();
        int told = visibleCount(state.attention());
        boolean brief = state.attention().size() > SPACIOUS;
        var shown = new ArrayList<WallAttention>();
        state.attention().subList(0, told).forEach(line -> shown.add(new WallAttention(line, 0, brief)));
        if (told < state.attention().size()) {
            shown.add(new WallAttention(state.attention().getLast(), state.attention().size() - told, brief));
        }
        entryParts.show(shown);
    }

    /** Returns the number of items that fit, one less where there are more. */
    private static int visibleCount(List<FleetState.AttentionLine> lines) {
        int spare = SPARE_LINES;
        int told = 0;
        while (told < Math.min(ENTRIES, lines.size()) && spare >= 0) {
            spare -= lines.size() > SPACIOUS ? BriefAttention.of(lines.get(told)).extraLines() : 0;
            told += spare >= 0 ? 1 : 0;
        }
        return told < lines.size() && told == ENTRIES ? told - 1 : told;
    }

    /** Updates the legend without colours that are indistinguishable at this size. */
    private void updateLegend() {
        var zoom = mosaic.zoomProperty().get();
        // Strips are drawn as small as a fleet is large; what explains them need not be.
        var drawn = zoom.form() == CardForm.STRIP ? LARGEST_STRIP : zoom;
        legendParts.show(keys.stream().map(key -> new WallLegend(key, drawn))
                .filter(key -> zoom.form() != CardForm.STRIP || !key.key().sample().strip().isEmpty()).toList());
    }

    private static Node legendNode(WallLegend explained) {
        var key = explained.key();
        return WallPieces.createRow(12, new MosaicSwatch(key.sample(), key.scheme(), explained.zoom(), SWATCH),
                WallPieces.wholeLabel(shortLegendText(key.text()), "wall-key"));
    }

    /** Returns the legend text that fits a line at the foot; empty for what is not distinguishable from afar. */
    private static String shortLegendText(String text) {
        return switch (text) {
            case "Whole GPU" -> "Whole";
            case "Unused memory" -> "";
            default -> text;
        };
    }

    private static Node figureNode(FleetFigure figure) {
        var head = WallPieces.createRow(14, WallPieces.styledLabel(figure.title(), "wall-figure-title"));
        if (figure.sign() != null) {
            head.getChildren().addFirst(WallPieces.signNode(figure.sign(), SIGN));
        }
        var digits = WallPieces.wholeLabel(figure.number(), "wall-figure-number");
        var number = new HBox(14, digits, WallPieces.wholeOrHiddenLabel(figure.share(), "wall-figure-share"));
        number.setAlignment(Pos.BASELINE_LEFT);
        var box = new VBox(head, number, WallPieces.twoLineLabel(figureDetail(figure), "wall-figure-detail"));
        box.getStyleClass().add("wall-figure");
        box.setMinWidth(0);
        box.setPrefWidth(0);
        return box;
    }

    /** Returns the detail of a figure; the waiting time of pods is shown beside the mosaic. */
    private static String figureDetail(FleetFigure figure) {
        int longest = figure.detail().indexOf(" · longest");
        return longest < 0 ? figure.detail() : figure.detail().substring(0, longest);
    }

    private static Node attentionNode(WallAttention entry) {
        if (entry.more() > 0) {
            return WallPieces.styledLabel("and %d more".formatted(entry.more()), "wall-small");
        }
        var line = entry.line();
        var words = entry.brief() ? briefEntry(line) : fullEntry(line);
        HBox.setHgrow(words, Priority.ALWAYS);
        words.setMinWidth(0);
        var row = new HBox(18, WallPieces.signNode(line.sign(), SIGN), words);
        row.getStyleClass().add("wall-entry");
        row.pseudoClassStateChanged(BRIEF, entry.brief());
        return row;
    }

    private static VBox fullEntry(FleetState.AttentionLine line) {
        // A number does not stand alone on the second line.
        var title = WallPieces.twoLineLabel(line.entry().headline().replace(" × ", "\u00a0×\u00a0"),
                "wall-entry-title");
        return new VBox(2, labelWithAge(title, line),
                WallPieces.twoLineLabel(line.entry().detail(), "wall-entry-detail"));
    }

    /**
     * Short form of an attention item, used where there are many.
     *
     * @param above whether the age stands beside the title
     * @param room  how many letters a line of the detail has
     */
    private record BriefAttention(String title, String detail, boolean above, int room) {

        static BriefAttention of(FleetState.AttentionLine line) {
            var title = line.entry().headline();
            boolean above = title.length() <= TITLE_AND_AGE;
            int room = above || line.age().isEmpty() ? DETAIL : DETAIL_AND_AGE;
            return new BriefAttention(title, firstClauses(line.entry().detail(), room), above, room);
        }

        /** Returns the number of lines it takes beyond two. */
        int extraLines() {
            return (title.length() > TITLE ? 1 : 0) + (detail.length() > room ? 1 : 0);
        }
    }

    private static VBox briefEntry(FleetState.AttentionLine line) {
        var brief = BriefAttention.of(line);
        var title = WallPieces.twoLineLabel(brief.title(), "wall-entry-title");
        var detail = WallPieces.twoLineLabel(brief.detail(), "wall-entry-detail");
        return brief.above() ? new VBox(2, labelWithAge(title, line), detail)
                : new VBox(2, title, labelWithAge(detail, line));
    }

    /** Returns a text with the age at its right. */
    private static HBox labelWithAge(Label text, FleetState.AttentionLine line) {
        HBox.setHgrow(text, Priority.ALWAYS);
        text.setMaxWidth(Double.MAX_VALUE);
        var row = new HBox(16, text, WallPieces.wholeLabel(line.age(), "wall-small"));
        row.setAlignment(Pos.TOP_LEFT);
        return row;
    }

    /** Returns as many clauses of a sentence as fit; the first, which may take two lines, whatever its length. */
    private static String firstClauses(String text, int maximum) {
        // Of a list of which some are left out already it goes on being said that there are more.
        var rest = text.endsWith(" more") ? " and more" : "";
        var some = text;
        while (some.length() > maximum) {
            int end = Stream.of(" · ", ", ", "; ").mapToInt(some::lastIndexOf).max().orElse(-1);
            if (end < 0) {
                return some;
            }
            some = some.substring(0, end) + rest;
        }
        return some;
    }
}
