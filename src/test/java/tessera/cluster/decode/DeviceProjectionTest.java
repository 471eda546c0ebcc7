package tessera.cluster.decode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.dra.DraObjectReader;
import tessera.model.DeviceAttributeValue;
import tessera.model.ResourceSlice;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** Objects of resource.k8s.io read from a stream are those that are read from whole trees. */
class DeviceProjectionTest {

    private final InternPool shared = new InternPool();

    private static String json(String yaml) throws IOException {
        return new ObjectMapper().writeValueAsString(new YAMLMapper().readTree(yaml));
    }

    private static <T> T read(KubernetesObjectDecoder<T> decoder, String yaml) throws IOException {
        return Objects
                .requireNonNull(decoder.read(new JsonScanner(new ByteArrayInputStream(json(yaml).getBytes(UTF_8)))));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        """
                metadata: {name: c, namespace: ml, uid: u, creationTimestamp: '2026-11-01T00:00:00Z', deletionTimestamp: '2026-11-02T00:00:00Z',
                  annotations: {resource.kubernetes.io/extended-resource-claim: 'true', other: x},
                  ownerReferences: [{apiVersion: v1, kind: Pod, name: p, controller: true}]}
                spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: a, allocationMode: All, adminAccess: true,
                    selectors: [{cel: {expression: "device.driver == 'x'"}}], tolerations: [{key: k, operator: Exists, effect: NoSchedule}],
                    capacity: {requests: {memory: 10Gi}}}}],
                  constraints: [{requests: [gpu], matchAttribute: a/b}, {distinctAttribute: c/d}]}}
                status: {allocation: {devices: {results: [{request: gpu, driver: d, pool: p, device: gpu-0, shareID: s, adminAccess: true,
                    consumedCapacity: {memory: 10Gi}}]},
                  nodeSelector: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [n1]}]}]}},
                  reservedFor: [{resource: pods, name: p, uid: u}]}
                """,
        """
                metadata: {name: wide, namespace: ml}
                spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: a}}]}}
                status: {allocation: {devices: {results: [{request: gpu, driver: d, pool: p, device: x}]},
                  nodeSelector: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [n1, n2]}]},
                    {matchExpressions: [{key: rack, operator: Exists}]}]}}}
                """,
        """
                metadata: {name: flat, namespace: ml}
                spec: {devices: {requests: [{name: gpu, deviceClassName: a, count: 3}]}}
                """,
        """
                metadata: {name: either, namespace: ml}
                spec: {devices: {requests: [{name: gpu, firstAvailable: [{name: big, deviceClassName: a, count: 2}, {name: small, deviceClassName: b}]}]}}
                """})
    void claims(String yaml) throws IOException {
        assertThat(read(KubernetesObjectDecoder.forClaims(shared), yaml))
                .isEqualTo(DraObjectReader.readClaim(new YAMLMapper().readTree(yaml)));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        """
                metadata: {name: s}
                spec: {driver: gpu.nvidia.com, nodeName: n1, pool: {name: n1, generation: 7, resourceSliceCount: 2}, devices: [
                  {name: gpu-0, attributes: {type: {string: gpu}, uuid: {string: GPU-0}, driverVersion: {version: 580.1.2}, index: {int: 3}, ok: {bool: true}},
                   capacity: {memory: {value: 80Gi, requestPolicy: {default: 1Mi, validRange: {min: 1Mi, step: 1Mi, max: 80Gi}}}, shares: {value: '4', requestPolicy: {validValues: ['1', '2']}}},
                   consumesCounters: [{counterSet: set, counters: {memory: {value: 80Gi}}}], allowMultipleAllocations: true,
                   taints: [{key: k, value: v, effect: NoSchedule, timeAdded: '2026-11-01T00:00:00Z'}]}]}
                """,
        """
                metadata: {name: s}
                spec: {driver: d, allNodes: true, pool: {name: p, generation: 1, resourceSliceCount: 1}, sharedCounters: [{name: set, counters: {memory: {value: '8'}}}],
                  devices: [{name: x, basic: {attributes: {type: {string: gpu}}, capacity: {memory: {value: 1Gi}}}}, {name: y, nodeName: n2},
                    {name: z, allNodes: true}, {name: w, nodeSelector: {nodeSelectorTerms: [{matchExpressions: [{key: rack, operator: In, values: [r1, r2]}]}]}}]}
                """,
        """
                metadata: {name: s}
                spec: {driver: d, nodeSelector: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [n1]}]}, {matchExpressions: [{key: rack, operator: Exists}]}]},
                  pool: {name: p, generation: 1, resourceSliceCount: 1}, devices: [{name: x}]}
                """})
    void slices(String yaml) throws IOException {
        var read = read(KubernetesObjectDecoder.forSlices(shared), yaml);
        var whole = DraObjectReader.readSlice(new YAMLMapper().readTree(yaml));
        assertThat(merged(read)).isEqualTo(merged(whole));
        assertThat(read.counters()).isEqualTo(whole.counters());
        assertThat(List.of(read.name(), read.poolKey(), read.generation(), read.sliceCount(), read.node(),
                read.nodeAffinity()))
                .isEqualTo(List.of(whole.name(), whole.poolKey(), whole.generation(), whole.sliceCount(), whole.node(),
                        whole.nodeAffinity()));
    }

    /** Which attributes devices have in common is a matter of memory alone. */
    private static Map<String, Object> merged(ResourceSlice slice) {
        return slice.devices().stream()
                .collect(Collectors.toMap(device -> device.name(), device -> List.of(
                        device.attributes().collect(
                                Collectors.<Map.Entry<String, DeviceAttributeValue>, String, DeviceAttributeValue>toMap(
                                        Map.Entry::getKey, Map.Entry::getValue)),
                        device.capacity(), device.counters(), device.taints(), device.shareable(), device.node(),
                        device.nodeAffinity())));
    }

    @Test
    void whatDevicesHaveInCommonIsKeptOnce() throws IOException {
        var yaml = """
                metadata: {name: s}
                spec: {devices: [{name: a, attributes: {type: {string: gpu}, uuid: {string: A}}, capacity: {memory: {value: 1Gi}}},
                  {name: b, attributes: {type: {string: gpu}, uuid: {string: B}}, capacity: {memory: {value: 1Gi}}}]}
                """;
        var devices = read(KubernetesObjectDecoder.forSlices(shared), yaml).devices();
        assertThat(devices.getFirst().common()).isSameAs(devices.getLast().common());
        assertThat(devices.getFirst().capacity()).isSameAs(devices.getLast().capacity());
    }

    /** What one object has like the one before is not read again, wherever the bytes of a part are cut. */
    @Test
    void objectsAreWhatTheySayWhateverCameBefore() throws IOException, InterruptedException {
        var requests = List.of("[{name: gpu, exactly: {deviceClassName: a}}]",
                "[{name: gpu, exactly: {deviceClassName: b}}]",
                "[{name: gpu, exactly: {deviceClassName: a, count: 2}}]", "null", "[]");
        var capacities = List.of("{memory: {value: 1Gi}}", "{memory: {value: 2Gi}}", "{}", "null");
        var random = RandomGenerator.of("L64X128MixRandom");
        var claims = new ArrayList<String>();
        var slices = new ArrayList<String>();
        for (int number = 0; number < 2_000; number++) {
            claims.add(json("{metadata: {name: c%d, namespace: ml}, spec: {devices: {requests: %s}}}".formatted(number,
                    any(requests, random))));
            slices.add(json("""
                    {metadata: {name: s%d}, spec: {devices: [
                      {name: x, attributes: {type: {string: gpu}, uuid: {string: GPU-%d}}, capacity: %s},
                      {name: y, attributes: {uuid: {int: %d}, index: {int: %d}}, capacity: %s}]}}
                    """.formatted(number, number, any(capacities, random), number, number % 3,
                    any(capacities, random))));
        }
        assertThat(listed(KubernetesObjectDecoder.forClaims(shared), claims, random))
                .isEqualTo(trees(claims).map(DraObjectReader::readClaim).toList());
        assertThat(listed(KubernetesObjectDecoder.forSlices(shared), slices, random).stream()
                .map(DeviceProjectionTest::merged).toList())
                .isEqualTo(trees(slices).map(DraObjectReader::readSlice).map(DeviceProjectionTest::merged).toList());
    }

    /** Mostly the first. */
    private static String any(List<String> of, RandomGenerator random) {
        return of.get(random.nextInt(4) > 0 ? 0 : random.nextInt(of.size()));
    }

    private static <T> List<T> listed(KubernetesObjectDecoder<T> decoder, List<String> items, RandomGenerator random)
            throws IOException, InterruptedException {
        var read = new ArrayList<T>();
        var list = "{\"items\":[" + String.join(",", items) + "]}";
        new ListResponseReader<>(decoder).read(new Trickle(list.getBytes(UTF_8), random), read::add, unread -> {});
        return read;
    }

    private static Stream<JsonNode> trees(List<String> items) throws IOException {
        var trees = new ArrayList<JsonNode>();
        for (var item : items) {
            trees.add(new ObjectMapper().readTree(item));
        }
        return trees.stream();
    }

    @Test
    void taintRulesThatAlsoSelectByClassAreNotAppliedToDevices() throws IOException {
        var rule = read(KubernetesObjectDecoder.forTaintRules(shared), """
                metadata: {name: r}
                spec: {deviceSelector: {deviceClassName: a}, taint: {key: k, effect: NoExecute}}
                """);
        var slice = read(KubernetesObjectDecoder.forSlices(shared),
                "{metadata: {name: s}, spec: {driver: d, devices: [{name: x}]}}");
        assertThat(rule.narrowed()).isTrue();
        assertThat(slice.withRuleTaints(List.of(rule))).isSameAs(slice);
    }
}
