package tessera.cluster.mig;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tessera.cluster.mig.MigPlacementReader.ResourceSliceMigPlacementReader;
import tessera.gpu.ReportedMigPlacements.ReportedMigInstance;

import static org.assertj.core.api.Assertions.assertThat;

/** What ResourceSlices tell of MIG instances, as NVIDIA's driver writes them. */
class SlicePlacesTest {

    private static String mig(String name, String profile, int start, int size, String more) {
        var slices = Stream.iterate(start, at -> at + 1).limit(size)
                .map(at -> "\"memorySlice%d\":{\"value\":\"1\"}".formatted(at)).collect(Collectors.joining(","));
        return """
                {"name":"%s","attributes":{"type":{"string":"mig"},"profile":{"string":"%s"},
                 "parentUUID":{"string":"GPU-6b0e2f4a"},"uuid":{"string":"MIG-0f3c"},
                 "driverVersion":{"version":"580.126.20"}},
                 "capacity":{"memory":{"value":"9856Mi"},%s}%s}""".formatted(name, profile, slices, more);
    }

    private static final String WHOLE = """
            {"name":"gpu-1","attributes":{"type":{"string":"gpu"},"uuid":{"string":"GPU-77aa"}},
             "capacity":{"memory":{"value":"81559Mi"}}}""";

    private static JsonNode slice(int generation, int count, String... devices) throws Exception {
        return new ObjectMapper().readTree("""
                {"spec":{"driver":"gpu.nvidia.com","nodeName":"n","pool":{"name":"n","generation":%d,
                 "resourceSliceCount":%d},"devices":[%s]}}""".formatted(generation, count, String.join(",", devices)));
    }

    private static List<String> told(JsonNode... slices) {
        return ResourceSliceMigPlacementReader
                .readInstances(List.of(slices)).stream().map(reportedInstance -> "%d %s at %s"
                        .formatted(reportedInstance.gpu(), reportedInstance.profile(), reportedInstance.placement()))
                .toList();
    }

    private static final String HALF = mig("gpu-0-mig-3g40gb-9-4", "3g.40gb", 4, 4, "");
    private static final String SMALL = mig("gpu-0-mig-1g10gb-19-3", "1g.10gb", 3, 1, "");

    @Test
    void memorySlicesTellWhereEachInstanceLies() throws Exception {
        var told = ResourceSliceMigPlacementReader.readInstances(List.of(slice(3, 1, WHOLE, HALF, SMALL)));

        assertThat(told(slice(3, 1, WHOLE, HALF, SMALL))).containsExactly("0 3g.40gb at 4:4", "0 1g.10gb at 3:1");
        assertThat(told).extracting(ReportedMigInstance::gpuUuid).containsOnly("GPU-6b0e2f4a");
    }

    @Test
    void anOlderGenerationOrAPoolThatIsNotCompleteTellsNothing() throws Exception {
        assertThat(told(slice(2, 1, HALF), slice(3, 1, SMALL))).containsExactly("0 1g.10gb at 3:1");
        assertThat(told(slice(3, 2, HALF))).isEmpty();
    }

    @Test
    void whatCouldBeCutIsNotTakenForWhatIs() throws Exception {
        var possible = mig("gpu-0-mig-1g10gb-19-3", "1g.10gb", 3, 1,
                ",\"consumesCounters\":[{\"counterSet\":\"gpu-0\",\"counters\":{}}]");

        assertThat(told(slice(1, 1, possible))).isEmpty();
    }

    @Test
    void slicesThatAreNoRunOrContradictTheNameAreNotUsed() throws Exception {
        assertThat(told(slice(1, 1, mig("gpu-0-mig-1g10gb-19-3", "1g.10gb", 5, 1, "")))).isEmpty();
        assertThat(
                told(slice(1, 1,
                        "{\"name\":\"gpu-0-mig-1g10gb-19-3\",\"attributes\":{\"type\":"
                                + "{\"string\":\"mig\"},\"profile\":{\"string\":\"1g.10gb\"}},\"capacity\":{}}")))
                .isEmpty();
    }

    @Test
    void devicesOfTheFirstBetaAreReadToo() throws Exception {
        var beta = "{\"name\":\"gpu-0-mig-1g10gb-19-3\",\"basic\":" + SMALL + "}";

        assertThat(told(slice(1, 1, beta))).containsExactly("0 1g.10gb at 3:1");
    }
}
