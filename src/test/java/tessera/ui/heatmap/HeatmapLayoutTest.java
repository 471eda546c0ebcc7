package tessera.ui.heatmap;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.gpu.GpuStatusCounts;
import tessera.gpu.Sample;
import tessera.ui.heatmap.FleetHeatmapState.NodeCardGroup;
import tessera.ui.heatmap.FleetHeatmapState.NodeCardState;
import tessera.ui.heatmap.HeatmapLayout.NodeCardPosition;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.node;

/** Where the nodes of a fleet lie in the heatmap. */
class HeatmapLayoutTest {

    private static final double WIDTH = 1020;
    private static final double HEIGHT = 640;

    private static NodeCardGroup group(String name, int nodes, int gpus) {
        var sample = new Sample();
        IntStream.range(0, nodes).forEach(i -> sample.with(
                node("%s-%04d".formatted(name, i)).nvidia("NVIDIA-H100-80GB-HBM3", gpus).has("nvidia.com/gpu", gpus)));
        var cards = sample.fleet().nodes().stream().map(
                gpuNode -> NodeCardState.of(gpuNode, null, false, "" + "abc".charAt(gpuNode.name().hashCode() & 1)))
                .sorted((a, b) -> a.zone().compareTo(b.zone())).toList();
        return new NodeCardGroup(name, nodes + " nodes", "0", "free", GpuStatusCounts.NONE, cards);
    }

    private static HeatmapLayout fitted(List<NodeCardGroup> groups) {
        return HeatmapLayout.of(groups, WIDTH,
                HeatmapZoom.LEVELS.get(HeatmapLayout.fittingLevel(groups, WIDTH, HEIGHT)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 24, 60, 61, 600, 601, 1000, 5000})
    void everyNodeHasAPlaceOfItsOwn(int nodes) {
        var groups = List.of(group("h100", nodes * 3 / 4 + 1, 8), group("l40s", nodes / 4 + 1, 4));
        var layout = fitted(groups);

        assertThat(layout.positions()).hasSize(nodes * 3 / 4 + nodes / 4 + 2);
        assertThat(overlapping(layout.positions())).isEmpty();
        assertThat(layout.positions())
                .allMatch(position -> position.x() >= 0 && position.x() + position.width() <= WIDTH + 1);
    }

    @Test
    void aFewNodesFillALargeScreen() {
        var groups = List.of(group("h100", 8, 8), group("a100", 4, 8), group("l40s", 4, 4));
        var layout = HeatmapLayout.fitTo(groups, 3100, 1200);

        assertThat(layout.height())
                .isBetween(2 * HeatmapLayout.of(groups, 3100, HeatmapZoom.LEVELS.getFirst()).height(), 1200.0);
        assertThat(overlapping(layout.positions())).isEmpty();
        assertThat(layout.positions()).allMatch(position -> position.x() + position.width() <= 3100);
    }

    private static List<String> overlapping(List<NodeCardPosition> places) {
        var sorted = new ArrayList<>(places);
        sorted.sort((a, b) -> Double.compare(a.y() * 10_000 + a.x(), b.y() * 10_000 + b.x()));
        var overlaps = new ArrayList<String>();
        for (int i = 1; i < sorted.size(); i++) {
            var left = sorted.get(i - 1);
            var right = sorted.get(i);
            if (left.y() == right.y() && left.x() + left.width() > right.x() + 0.01) {
                overlaps.add(left.card().node().name() + " and " + right.card().node().name());
            }
        }
        return overlaps;
    }

    @Test
    void fiveThousandNodesFitOneScreen() {
        assertThat(fitted(List.of(group("h100", 3500, 8), group("a100", 1500, 8))).height())
                .isLessThanOrEqualTo(HEIGHT);
    }

    @Test
    void aSmallFleetIsDrawnAsCardsAndALargeOneAsStrips() {
        assertThat(fitted(List.of(group("h100", 24, 8))).zoom().form()).isEqualTo(HeatmapZoom.HeatmapNodeShape.CARD);
        assertThat(fitted(List.of(group("h100", 300, 8))).zoom().form())
                .isEqualTo(HeatmapZoom.HeatmapNodeShape.COMPACT);
        assertThat(fitted(List.of(group("h100", 1000, 8))).zoom().form()).isEqualTo(HeatmapZoom.HeatmapNodeShape.STRIP);
    }

    @Test
    void smallGroupsShareARow() {
        var layout = fitted(List.of(group("b200", 2, 8), group("mi300x", 2, 8)));

        assertThat(layout.headings()).extracting(HeatmapLayout.GroupHeadingPosition::y).containsOnly(0.0);
    }

    @Test
    void noZoneEndsWithARowForOneNode() {
        assertThat(EvenSpaceDivision.evenRowLength(List.of(145, 145, 144), 36)).isEqualTo(29);
        assertThat(EvenSpaceDivision.evenRowLength(List.of(10), 36)).isGreaterThanOrEqualTo(10);
    }

    @Test
    void fullRowsOfStripsReachTheRightEdge() {
        var layout = fitted(List.of(group("h100", 700, 8), group("l40s", 300, 4)));

        for (int index = 0; index < layout.headings().size(); index++) {
            int of = index;
            var heading = layout.headings().get(index);
            double end = layout.positions().stream().filter(position -> position.group() == of)
                    .mapToDouble(position -> position.x() + position.width()).max().orElseThrow();
            assertThat(end).as(heading.group().title()).isBetween(heading.x() + 0.93 * heading.width(),
                    heading.x() + heading.width() + 1);
        }
    }

    @Test
    void noSmallGroupIsLeftWithALineOfItsOwn() {
        assertThat(EvenSpaceDivision.evenWidths(List.of(6, 2, 2, 2, 2), 6)).containsExactly(6, 3, 3, 3, 3);
        assertThat(EvenSpaceDivision.evenWidths(List.of(2, 6, 2, 2), 6)).containsExactly(6, 6, 3, 3);
        assertThat(EvenSpaceDivision.evenWidths(List.of(), 6)).isEmpty();
    }

    @Test
    void stripsAreAsLargeAsTheRoomAllows() {
        var groups = List.of(group("h100", 700, 8), group("l40s", 300, 4));
        var small = HeatmapZoom.LEVELS.get(HeatmapLayout.fittingLevel(groups, WIDTH, HEIGHT));
        var large = HeatmapZoom.LEVELS.get(HeatmapLayout.fittingLevel(groups, 2 * WIDTH, 2 * HEIGHT));

        assertThat(large.tile() * large.height()).isGreaterThan(2 * small.tile() * small.height());
    }

    @Test
    void whenOnlyContentsChangeNothingMoves() {
        var before = List.of(group("h100", 24, 8));
        var layout = fitted(before);

        assertThat(layout.withGroups(List.of(group("h100", 24, 8)))).hasValueSatisfying(
                same -> assertThat(same.positions()).extracting(NodeCardPosition::x, NodeCardPosition::y)
                        .isEqualTo(layout.positions().stream()
                                .map(position -> org.assertj.core.groups.Tuple.tuple(position.x(), position.y()))
                                .toList()));
        assertThat(layout.withGroups(List.of(group("h100", 25, 8)))).isEmpty();
        assertThat(layout.withGroups(List.of(group("h100", 24, 4)))).isEmpty();
        assertThat(layout.withGroups(List.of())).isEmpty();
    }

    @Test
    void anEmptyFleetIsNoTrouble() {
        assertThat(fitted(List.of()).height()).isZero();
        assertThat(HeatmapLayout.of(List.of(group("h100", 3, 8)), 1, HeatmapZoom.LEVELS.getFirst()).positions())
                .hasSize(3);
    }
}
