package tessera.ui.fleet;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.insight.Attention;
import tessera.ui.kit.Glyph;
import tessera.ui.kit.Notice;
import tessera.ui.kit.Trend;
import tessera.ui.mosaic.MosaicState;
import tessera.ui.mosaic.Sample;

/**
 * What the fleet screen shows.
 *
 * @param notice    what is said in place of everything else; empty while there is a fleet to show
 * @param attention what needs an operator's eye, most urgent first
 */
public record FleetState(Optional<Notice> notice, List<Figure> figures, MosaicState mosaic, List<Line> attention,
        List<LegendKey> legend) {

    /**
     * A headline figure.
     *
     * @param number what the eye finds first
     * @param share  e.g. {@code 75 %}; empty when it is no share
     * @param detail a line below
     * @param sign   what warns before the title; null while all is well
     * @param past   what it was; empty where that is not known
     */
    public record Figure(String title, String number, String share, String detail, @Nullable Glyph sign,
            Optional<Past> past) {

        /** One of which no past is known. */
        Figure(String title, String number, String share, String detail, @Nullable Glyph sign) {
            this(title, number, share, detail, sign, Optional.empty());
        }

        Figure since(FiguresPast kept, FiguresPast.Quantity quantity) {
            return new Figure(title, number, share, detail, sign,
                    kept.of(quantity).map(trend -> new Past(trend, quantity.style())));
        }
    }

    /**
     * What a figure was.
     *
     * @param style which colours it takes
     */
    public record Past(Trend trend, String style) {}

    /** One thing that needs attention. */
    public record Line(Attention entry, Glyph sign, String age) {}

    /**
     * One entry of the legend.
     *
     * @param scheme decides in which colours the sample is drawn
     */
    public record LegendKey(Sample sample, MosaicState scheme, String text) {}

    public FleetState {
        figures = List.copyOf(figures);
        attention = List.copyOf(attention);
        legend = List.copyOf(legend);
    }
}
