package tessera.ui.fleet;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.diagnosis.FleetProblem;
import tessera.ui.heatmap.FleetHeatmapState;
import tessera.ui.heatmap.HeatmapLegendSample;
import tessera.ui.kit.DeviceHourTrend;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.StatusGlyph;

/**
 * State of the fleet screen.
 *
 * @param notice    what is said in place of everything else; empty while there is a fleet to show
 * @param attention what needs an operator's eye, most urgent first
 */
public record FleetScreenState(Optional<EmptyScreenNotice> notice, List<FleetHeadlineFigure> figures,
        FleetHeatmapState heatmap, List<AttentionItemState> attention, List<HeatmapLegendEntryState> legend) {

    /**
     * A headline figure.
     *
     * @param id     of its node; empty where it is not shown yet
     * @param number what the eye finds first
     * @param share  e.g. {@code 75 %}; empty when it is no share
     * @param detail a line below
     * @param shortDetail the same without what the wall shows elsewhere
     * @param glyph   what warns before the title; null while all is well
     * @param trend   what it was; empty where that is not known
     */
    public record FleetHeadlineFigure(String id, String title, String number, String share, String detail,
            String shortDetail, @Nullable StatusGlyph glyph, Optional<HeadlineFigureTrend> trend) {

        /** One of which no past is known. */
        FleetHeadlineFigure(String title, String number, String share, String detail, @Nullable StatusGlyph glyph) {
            this("", title, number, share, detail, detail, glyph, Optional.empty());
        }

        FleetHeadlineFigure withShortDetail(String text) {
            return new FleetHeadlineFigure(id, title, number, share, detail, text, glyph, trend);
        }

        FleetHeadlineFigure withTrend(HeadlineFigureHistory figureHistory,
                HeadlineFigureHistory.HeadlineFigureKind figureKind) {
            return new FleetHeadlineFigure(figureKind.nodeId(), title, number, share, detail, shortDetail, glyph,
                    figureHistory.trendOf(figureKind)
                            .map(trend -> new HeadlineFigureTrend(trend, figureKind.styleClass())));
        }
    }

    /**
     * Trend of a figure.
     *
     * @param style which colours it takes
     */
    public record HeadlineFigureTrend(DeviceHourTrend trend, String style) {}

    /** One item that needs attention. */
    public record AttentionItemState(FleetProblem entry, StatusGlyph glyph, String age) {}

    /**
     * One entry of the legend.
     *
     * @param scheme decides in which colours the sample is drawn
     */
    public record HeatmapLegendEntryState(HeatmapLegendSample sample, FleetHeatmapState scheme, String text,
            String wallText) {}

    public FleetScreenState {
        figures = List.copyOf(figures);
        attention = List.copyOf(attention);
        legend = List.copyOf(legend);
    }
}
