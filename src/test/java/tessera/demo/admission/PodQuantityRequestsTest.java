package tessera.demo.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.kube.quantity.FormatPreservingQuantity;
import tessera.kube.requests.PodQosClass;
import tessera.kube.requests.PodResourceCalculator;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.demo.patch.Recording.json;

/** What a pod asks for as a whole; the cases were measured on a real scheduler. */
class PodQuantityRequestsTest {

    private static final String GPU = "nvidia.com/gpu";

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        // containers | init containers, s for sidecars | sum
        "1        |            | 1", "1,1      |            | 2", "1        | 1          | 1",
        "1        | 2          | 2", "1        | 2,3,1      | 3", "1        | s1         | 2",
        "1        | s1,2       | 3", "1        | 2,s1       | 2", "1        | s1,s1,1    | 3",
        "1        | s1,4,s2    | 5", "3        | s1,2       | 4"})
    void initContainersAndSidecarsCountAsTheSchedulerCountsThem(String containers, @Nullable String init, String sum) {
        var spec = json("{'containers':[],'initContainers':[]}");
        add(spec, "containers", containers);
        add(spec, "initContainers", init);
        assertThat(gpus(spec)).isEqualTo(sum);
    }

    private static void add(ObjectNode spec, String list, @Nullable String amounts) {
        if (amounts == null) {
            return;
        }
        for (var amount : amounts.trim().split(",", -1)) {
            var container = spec.withArray("/" + list).addObject().put("name", "c" + spec.path(list).size());
            if (amount.startsWith("s")) {
                container.put("restartPolicy", "Always");
            }
            container.withObject("/resources/requests").put(GPU, amount.replace("s", ""));
        }
    }

    private static String gpus(ObjectNode spec) {
        return text(PodResourceCalculator.IN_QUANTITIES
                .effectiveRequests(SimulatedStoreJsonCodec.newObject().set("spec", spec)), GPU);
    }

    private static String text(Map<String, FormatPreservingQuantity> amounts, String resource) {
        return amounts.getOrDefault(resource, FormatPreservingQuantity.ZERO).canonicalText();
    }

    @Test
    void theOverheadOfARuntimeClassCountsForDevicesToo() {
        assertThat(gpus(json("{'containers':[{'resources':{'requests':{'nvidia.com/gpu':'1'}}}],"
                + "'overhead':{'nvidia.com/gpu':'2'}}"))).isEqualTo("3");
    }

    @Test
    void thePodsOwnRequestTakesThePlaceOfItsContainers() {
        var pod = json("{'spec':{'resources':{'requests':{'cpu':'3','nvidia.com/gpu':'9'}},'overhead':{'cpu':'100m'},"
                + "'containers':[{'resources':{'requests':{'cpu':'1','memory':'1Gi','nvidia.com/gpu':'1'}}}]}}");
        var requests = PodResourceCalculator.IN_QUANTITIES.effectiveRequests(pod);
        assertThat(text(requests, "cpu")).isEqualTo("3100m");
        assertThat(text(requests, "memory")).isEqualTo("1Gi");
        assertThat(text(requests, GPU)).isEqualTo("1");
    }

    @ParameterizedTest
    @CsvSource({"'', 4", "Deferred, 4", "Infeasible, 0"})
    void whatAContainerSaysInItsStatusCountsWhereItIsMore(String pending, String sum) {
        var pod = json("{'spec':{'containers':[{'name':'a','resources':{'requests':{'nvidia.com/gpu':'1'}}}]},"
                + "'status':{'containerStatuses':[{'name':'a','resources':{'requests':{'nvidia.com/gpu':'4'}}}]}}");
        if (!pending.isEmpty()) {
            pod.withObject("/status").putArray("conditions").addObject().put("type", "PodResizePending").put("reason",
                    pending);
        }
        if (pending.equals("Infeasible")) {
            ((ObjectNode) pod.at("/status/containerStatuses/0")).putObject("resources");
        }
        assertThat(text(PodResourceCalculator.IN_QUANTITIES.effectiveRequests(pod), GPU)).isEqualTo(sum);
    }

    @Test
    void allocatedResourcesAloneAreIgnored() {
        var pod = json("{'spec':{'containers':[{'name':'a','resources':{'requests':{'nvidia.com/gpu':'1'}}}]},"
                + "'status':{'containerStatuses':[{'name':'a','allocatedResources':{'nvidia.com/gpu':'4'}}]}}");
        assertThat(text(PodResourceCalculator.IN_QUANTITIES.effectiveRequests(pod), GPU)).isEqualTo("1");
    }

    @Test
    void noContainerEverNeedsMoreThanThePodHas() {
        var random = new Random(11);
        for (int round = 0; round < 500; round++) {
            var spec = json("{'containers':[],'initContainers':[]}");
            int running = 0;
            int peak = 0;
            int sidecars = 0;
            for (int i = random.nextInt(4); i > 0; i--) {
                int amount = random.nextInt(4);
                boolean sidecar = random.nextBoolean();
                add(spec, "initContainers", (sidecar ? "s" : "") + amount);
                peak = Math.max(peak, sidecars + amount);
                sidecars += sidecar ? amount : 0;
            }
            for (int i = 1 + random.nextInt(3); i > 0; i--) {
                int amount = random.nextInt(4);
                add(spec, "containers", Integer.toString(amount));
                running += amount;
            }
            assertThat(gpus(spec)).isEqualTo(Integer.toString(Math.max(peak, running + sidecars)));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"{} | BestEffort", "{'limits':{'nvidia.com/gpu':'1'}} | BestEffort",
        "{'requests':{'cpu':'1'}} | Burstable", "{'requests':{'cpu':'0'}} | BestEffort",
        "{'requests':{'cpu':'1','memory':'1Gi'},'limits':{'cpu':'1','memory':'1Gi'}} | Guaranteed",
        "{'requests':{'cpu':'1000m','memory':'1Gi'},'limits':{'cpu':'1','memory':'1024Mi'}} | Guaranteed",
        "{'requests':{'cpu':'1'},'limits':{'cpu':'1'}} | Burstable"})
    void onlyCpuAndMemoryMakeAClassOfService(String resources, String qosClass) {
        var pod = json("{'spec':{'containers':[{'resources':" + resources + "}]}}");
        assertThat(PodQosClass.of(pod).apiName()).isEqualTo(qosClass);
        var twice = pod.deepCopy();
        twice.withArray("/spec/containers").addObject();
        assertThat(PodQosClass.of(twice).apiName()).isNotEqualTo("Guaranteed");
    }
}
