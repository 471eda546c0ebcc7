package tessera.ui.fleet;

import java.time.Duration;
import java.util.Objects;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import tessera.metrics.history.FixedStepSeries;
import tessera.text.MessageCatalog;
import tessera.ui.fleet.FleetScreenState.FleetHeadlineFigure;
import tessera.ui.fleet.FleetScreenState.HeadlineFigureTrend;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.MeasuredNumberFormatter;
import tessera.ui.kit.Sparkline;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.kit.TruncatingPartsLabel;

/** A headline figure, with its trend at the right where there is room. */
final class HeadlineFigureBox extends VBox {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HeadlineFigureBox.class);
    private static final double WIDTH = 64;
    private static final double HEIGHT = 28;
    private static final double APART = 12;

    private final Label title = TextLabelFactory.label("", "figure-title");
    private final HBox head = new HBox(6, title);
    private final Label number = TextLabelFactory.label("", "figure-number");
    private final Label share = TextLabelFactory.label("", "figure-share");
    private final HBox line = new HBox(8, number, share);
    private final TruncatingPartsLabel detail = new TruncatingPartsLabel("", " · ", "figure-detail");
    private final Tooltip tooltip = new Tooltip();
    private @Nullable StatusGlyph glyph;
    private @Nullable Sparkline past;

    HeadlineFigureBox(FleetHeadlineFigure figure) {
        title.setText(figure.title());
        head.setAlignment(Pos.CENTER_LEFT);
        line.setAlignment(Pos.BASELINE_LEFT);
        getChildren().setAll(head, line, detail);
        getStyleClass().add("figure");
        setId(figure.id());
        // What is counted is read whole; all that is told of it gives way.
        number.setMinWidth(USE_PREF_SIZE);
        show(figure);
    }

    /** Updates a node with a figure where it shows the same one; returns whether it did. */
    static boolean updates(Node node, FleetHeadlineFigure figure) {
        boolean same = node instanceof HeadlineFigureBox box && figure.id().equals(box.getId());
        if (same) {
            ((HeadlineFigureBox) node).show(figure);
        }
        return same;
    }

    private void show(FleetHeadlineFigure figure) {
        if (!Objects.equals(glyph, figure.glyph())) {
            glyph = figure.glyph();
            head.getChildren().setAll(title);
            if (figure.glyph() != null) {
                head.getChildren().addFirst(figure.glyph().node());
            }
        }
        number.setText(figure.number());
        share.setText(figure.share());
        detail.show(figure.detail());
        figure.trend().ifPresentOrElse(this::drawTrend, this::removeTrend);
        setAccessibleText("%s: %s %s, %s".formatted(figure.title(), figure.number(), figure.share(), figure.detail()));
    }

    private void drawTrend(HeadlineFigureTrend of) {
        var sparkline = past;
        if (sparkline == null) {
            sparkline = new Sparkline(of.style(), WIDTH, HEIGHT);
            sparkline.setManaged(false);
            Tooltip.install(sparkline, tooltip);
            getChildren().add(sparkline);
            past = sparkline;
        }
        tooltip.setText(MESSAGES.text("figure.trend", AgeFormatter.brief(seenDuration(of.trend().series())),
                of.trend().summaryText(MeasuredNumberFormatter::whole)));
        sparkline.show(of.trend(), tooltip.getText());
    }

    /** Returns the time from the first number on, before which nothing was recorded. */
    private static Duration seenDuration(FixedStepSeries series) {
        int first = 0;
        while (first < series.size() - 1 && Float.isNaN(series.valueAt(first))) {
            first++;
        }
        return series.step().multipliedBy(series.size() - first);
    }

    private void removeTrend() {
        getChildren().remove(past);
        past = null;
    }

    @Override
    protected double computePrefWidth(double height) {
        double usual = super.computePrefWidth(height);
        if (past == null) {
            return usual;
        }
        return Math.max(usual, snappedLeftInset() + line.prefWidth(-1) + APART + WIDTH + snappedRightInset());
    }

    @Override
    protected void layoutChildren() {
        super.layoutChildren();
        // Half a number would be read as another.
        share.setVisible(line.getWidth() >= line.prefWidth(-1));
        var sparkline = past;
        if (sparkline != null) {
            double left = getWidth() - getInsets().getRight() - WIDTH;
            sparkline.setVisible(left >= line.getLayoutX() + line.prefWidth(-1));
            sparkline.resizeRelocate(left, line.getLayoutY() + (line.getHeight() - HEIGHT) / 2, WIDTH, HEIGHT);
        }
    }
}
