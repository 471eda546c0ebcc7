package tessera.ui.fleet;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.insight.AttentionItem;
import tessera.ui.kit.HourTrend;
import tessera.ui.kit.ScreenNotice;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.mosaic.MosaicSample;
import tessera.ui.mosaic.MosaicState;

/**
 * State of the fleet screen.
 *
 * @param notice    what is said in place of everything else; empty while there is a fleet to show
 * @param attention what needs an operator's eye, most urgent first
 */
public record FleetState(Optional<ScreenNotice> notice, List<FleetFigure> figures, MosaicState mosaic,
        List<AttentionLine> attention,
        List<LegendKey> legend) {

    /**
     * A headline figure.
     *
     * @param number what the eye finds first
     * @param share  e.g. {@code 75 %}; empty when it is no share
     * @param detail a line below
     * @param sign   what warns before the title; null while all is well
     * @param trend   what it was; empty where that is not known
     */
    public record FleetFigure(String title, String number, String share, String detail, @Nullable StatusGlyph sign,
            Optional<FigureTrend> trend) {

        /** One of which no past is known. */
        FleetFigure(String title, String number, String share, String detail, @Nullable StatusGlyph sign) {
            this(title, number, share, detail, sign, Optional.empty());
        }

        FleetFigure withTrend(FigureHistory kept, FigureHistory.FigureQuantity quantity) {
            return new FleetFigure(title, number, share, detail, sign,
                    kept.trendOf(quantity).map(trend -> new FigureTrend(trend, quantity.styleClass())));
        }
    }

    /**
     * Trend of a figure.
     *
     * @param style which colours it takes
     */
    public record FigureTrend(HourTrend trend, String style) {}

    /** One item that needs attention. */
    public record AttentionLine(AttentionItem entry, StatusGlyph sign, String age) {}

    /**
     * One entry of the legend.
     *
     * @param scheme decides in which colours the sample is drawn
     */
    public record LegendKey(MosaicSample sample, MosaicState scheme, String text) {}

    public FleetState {
        figures = List.copyOf(figures);
        attention = List.copyOf(attention);
        legend = List.copyOf(legend);
    }
}
