package tessera.scheduling;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.scheduling.PendingDiagnosis.PendingPodProspect;
import tessera.scheduling.PodFitResult.FitOutcome;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.scheduling.Told.pod;
import static tessera.scheduling.Told.yaml;

/** The one sentence names what is in the way, and nothing that is not. */
class PodFitHeadlineBuilderTest {

    private final Told told = new Told();

    private PodFitResult fit(String requests, String spec) {
        return told.fit(pod("wants", requests, spec), "");
    }

    @BeforeEach
    void twoNodesThatHaveRoom() {
        told.node("a", "", "nvidia.com/gpu: 8");
        told.node("b", "", "nvidia.com/gpu: 8");
    }

    @Test
    void aSelectedNodeThatIsTooSmallIsToldWithItsSizeInListsAndInTheWholeAnswer() {
        sized("a", "large", 8, 64);
        sized("b", "small", 2, 64);
        sized("c", "small", 4, 8);

        selects("pool: large", "nvidia.com/gpu: 16", "Wants 16 × nvidia.com/gpu on one node; no node has more than 8",
                "Ask for at most 8 × nvidia.com/gpu a pod, and for more pods");
        selects("pool: small", "nvidia.com/gpu: 8",
                "Wants 8 × nvidia.com/gpu; it selects 2 nodes, none of which has more than 4",
                "Select other nodes, or ask for less: a has what it wants");
        selects("kubernetes.io/hostname: b", "nvidia.com/gpu: 4",
                "Wants 4 × nvidia.com/gpu; it selects only b, which has 2",
                "Select other nodes, or ask for less: a, c have what it wants");
        selects("pool: small", "nvidia.com/gpu: 4, cpu: 32",
                "It selects 2 nodes, none of which has 32 CPU, 4 × nvidia.com/gpu together",
                "Select other nodes, or ask for less: a has what it wants");
    }

    private void sized(String name, String pool, int gpus, int processors) {
        told.node(yaml("""
                metadata: {name: %s, labels: {kubernetes.io/hostname: %s, pool: %s}}
                status: {allocatable: {cpu: '%d', memory: 64Gi, pods: '20', nvidia.com/gpu: %d}}
                """.formatted(name, name, pool, processors, gpus)));
    }

    private void selects(String label, String requests, String reason, String advice) {
        var pod = pod("wants", requests, "nodeSelector: {%s}".formatted(label));
        var fit = told.fit(pod, "");
        var diagnosis = told.verdict(pod, fit.summary());

        assertThat(fit.outcome()).isEqualTo(FitOutcome.NEVER);
        assertThat(fit.headline()).isEqualTo(reason);
        assertThat(diagnosis.prospect()).isEqualTo(PendingPodProspect.NEVER);
        assertThat(diagnosis.sentence()).isEqualTo(fit.headline());
        assertThat(fit.remedies()).extracting(SchedulingRemedy::text).first().isEqualTo(advice);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{key: gpus, operator: Gt, values: ['8']} | No node has gpus > 8, which it selects; gpus is 8 at most | Lower the bound: gpus > 7 is met by 1 node",
        "{key: gpus, operator: Gt, values: ['80Gi']} | gpus > 80Gi holds of no node: “80Gi” is no whole number, and only such are compared | Write the bound as a whole number",
        "{key: gpus, operator: Lt, values: ['2']} | No node has gpus < 2, which it selects; gpus is 2 at least | Raise the bound: gpus < 3 is met by 1 node",
        "{key: size, operator: Gt, values: ['1']} | size > 1 holds of no node: only whole numbers are compared, and size is 12.4 (1 node), 64G (1 node) | Select values of size by In instead of Gt",
        "{key: nvidia.com/gpu.product, operator: In, values: [NVIDIA-H100-SXM4]} | No node has nvidia.com/gpu.product=NVIDIA-H100-SXM4, which it selects; of nvidia.com/gpu.product there is NVIDIA-A100-SXM4-80GB (1 node), NVIDIA-H100-80GB-HBM3 (1 node) | Select nvidia.com/gpu.product=NVIDIA-H100-80GB-HBM3, if that was meant"})
    void aLabelThatNoNodeHasIsToldWithWhatComesNearest(String need, String reason, String advice) {
        told.node(yaml("""
                metadata: {name: a, labels: {gpus: '8', size: 64G, nvidia.com/gpu.product: NVIDIA-A100-SXM4-80GB}}
                status: {allocatable: {cpu: '16', pods: '20'}}
                """));
        told.node(yaml("""
                metadata: {name: b, labels: {gpus: '2', size: '12.4', nvidia.com/gpu.product: NVIDIA-H100-80GB-HBM3}}
                status: {allocatable: {cpu: '16', pods: '20'}}
                """));
        var fit = fit("cpu: 1", "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
                + "{nodeSelectorTerms: [{matchExpressions: [%s]}]}}}".formatted(need));
        assertThat(fit.headline()).isEqualTo(reason);
        assertThat(fit.remedies()).extracting(SchedulingRemedy::text).containsExactly(advice);
    }

    @Test
    void anotherModelIsNotProposedHoweverAlikeItIsWritten() {
        told.node(yaml("""
                metadata: {name: a, labels: {nvidia.com/gpu.product: NVIDIA-A100-SXM4-80GB}}
                status: {allocatable: {cpu: '16', pods: '20'}}
                """));

        assertThat(fit("cpu: 1", "nodeSelector: {nvidia.com/gpu.product: NVIDIA-A10}").remedies()).isEmpty();
    }

    @Test
    void aClassOfDevicesThatIsMistypedIsProposedAsItIsWritten() {
        claiming("count: 1");
        told.other("resourceclaims", yaml("""
                metadata: {namespace: ml, name: mine}
                spec: {devices: {requests: [{name: r, exactly: {deviceClassName: fats}}]}}
                """));
        var fit = fit("cpu: 1", "resourceClaims: [{name: gpu, resourceClaimName: mine}]");
        assertThat(fit.headline()).isEqualTo("It claims devices of the class fats, and there is no such class");
        assertThat(fit.remedies().getFirst().text())
                .isEqualTo("Have the claim name the class fast (deviceClassName), if that was meant");
    }

    @Test
    void aVolumeThatOnlyAnUnsuitedNodeReachesIsToldWithThatNode() {
        told.node("plain", "", "example.com/other: 1");
        told.other("persistentvolumeclaims", yaml(
                "{metadata: {namespace: ml, name: data}, spec: {volumeName: v}, status: {phase: Bound}}"));
        told.other("persistentvolumes", yaml("""
                metadata: {name: v}
                spec: {nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions:
                  [{key: kubernetes.io/hostname, operator: In, values: [plain]}]}]}}}
                """));
        var fit = fit("nvidia.com/gpu: 1", "volumes: [{name: d, persistentVolumeClaim: {claimName: data}}]");
        assertThat(fit.headline()).isEqualTo(
                "Only plain reaches the volume of its claim data, and there nvidia.com/gpu is not offered");
        assertThat(fit.remedies()).extracting(SchedulingRemedy::text)
                .containsExactly("Have the pods mount another claim");
    }

    @Test
    void anAffinityWithoutConditionsIsToldToMatchNoNode() {
        var fit = fit("nvidia.com/gpu: 1", "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
                + "{nodeSelectorTerms: [{}]}}}");
        assertThat(fit.headline()).isEqualTo("Its node affinity has no conditions, and so matches no node");
        assertThat(fit.nodes().getFirst().failures()).singleElement().satisfies(failure -> {
            assertThat(failure.briefText()).isEqualTo("its node affinity matches no node");
            assertThat(failure.text()).isEqualTo("its node affinity has no conditions, and so matches no node");
        });
        assertThat(fit.remedies()).extracting(SchedulingRemedy::text)
                .containsExactly("Give its node affinity conditions, or leave it out");
    }

    @Test
    void aNodeThatIsGoneIsNamedByWhomItIsMeantFor() {
        var fit = fit("nvidia.com/gpu: 1", "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
                + "{nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [gone]}]}]}}}");
        assertThat(fit.headline()).isEqualTo("It is meant for gone, and there is no such node");
    }

    @Test
    void aClaimThatNoFreeVolumeSuitsIsNotToldAsAWantOfResources() {
        told.other("storageclasses",
                yaml("{metadata: {name: local}, volumeBindingMode: WaitForFirstConsumer}"));
        told.other("persistentvolumeclaims",
                yaml("{metadata: {namespace: ml, name: data, uid: u}, spec: {storageClassName: local}}"));
        var fit = fit("nvidia.com/gpu: 1", "volumes: [{name: v, persistentVolumeClaim: {claimName: data}}]");
        assertThat(fit.outcome()).isEqualTo(FitOutcome.NEVER);
        assertThat(fit.headline())
                .isEqualTo("No node could take it, not even empty: no volume is free here for claim data (2 nodes)");
        assertThat(fit.remedies().getFirst().command())
                .isEqualTo("kubectl -n ml describe persistentvolumeclaim data");
    }

    @Test
    void aClaimWhoseStorageClassIsNotThereIsToldSo() {
        told.other("persistentvolumeclaims",
                yaml("{metadata: {namespace: ml, name: data, uid: u}, spec: {storageClassName: ghost}}"));
        var fit = fit("nvidia.com/gpu: 1", "volumes: [{name: v, persistentVolumeClaim: {claimName: data}}]");
        assertThat(fit.headline())
                .isEqualTo("The claim data that it mounts has no volume, and its storage class is not there");
        assertThat(fit.remedies().getFirst().text()).startsWith("Make the storage class that the claim data names");
    }

    @Test
    void aClaimThatIsNotThereIsToldBeforeOneThatIsUnbound() {
        told.other("persistentvolumeclaims", yaml("{metadata: {namespace: ml, name: data, uid: u}, spec: {}}"));
        assertThat(fit("nvidia.com/gpu: 1", "volumes: [{name: v, persistentVolumeClaim: {claimName: data}}, "
                + "{name: w, persistentVolumeClaim: {claimName: none}}]").summary()).endsWith(
                        "nodes are available: persistentvolumeclaim \"none\" not found. not found");
    }

    @Test
    void aLabelToSpreadOverThatNoNodeHasIsNamed() {
        var fit = fit("nvidia.com/gpu: 1", "topologySpreadConstraints: [{maxSkew: 1, topologyKey: rack, "
                + "whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: train}}}]");
        assertThat(fit.headline()).isEqualTo(
                "No node could take it, not even empty: no label rack, over which its pods are to be spread (2 nodes)");
        assertThat(fit.remedies()).singleElement().satisfies(suggestion -> assertThat(suggestion.text())
                .isEqualTo("Have the pods be spread over a label that nodes have, or label the nodes"));
    }

    private PodFitResult claiming(String request) {
        told.other("deviceclasses", yaml("{metadata: {name: fast}, spec: {}}"));
        told.other("resourceslices", yaml("""
                metadata: {name: a}
                spec: {driver: gpu.example.com, nodeName: a, pool: {name: a, generation: 1, resourceSliceCount: 1},
                       devices: [{name: one, attributes: {kind: {string: old}}, capacity: {memory: {value: 24Gi}}},
                                 {name: two, attributes: {kind: {string: old}}, capacity: {memory: {value: 24Gi}}}]}
                """));
        told.other("resourceclaims", yaml("""
                metadata: {namespace: ml, name: mine}
                spec: {devices: {requests: [{name: r, exactly: {deviceClassName: fast, %s}}]}}
                """.formatted(request)));
        return fit("cpu: 1", "resourceClaims: [{name: gpu, resourceClaimName: mine}]");
    }

    @Test
    void aClaimOnMoreOrOtherDevicesThanAnyNodeHasIsToldWithWhatThereIs() {
        assertThat(claiming("count: 5").headline())
                .isEqualTo("The claim mine wants 5 devices of fast on one node; no node has more than 2");
        assertThat(claiming("selectors: [{cel: {expression: \"device.attributes['gpu.example.com'].kind == 'new'\"}}]")
                .headline()).isEqualTo(
                        "The claim mine wants a device of fast by a selector that takes none of the 2 there are: "
                                + "none has the attribute kind “new”; there is old");
        assertThat(claiming("count: 5").remedies()).extracting(SchedulingRemedy::text)
                .containsExactly("Have the pods name a resource claim that asks for devices that there are");
        assertThat(claiming("count: 2").outcome()).isEqualTo(FitOutcome.FITS);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "device.attributes['gpu.example.com'].knid == 'old' | none has the attribute knid; they have kind",
        "device.attributes[\\\"gpu.example.com\\\"].colour == 'old' | none has the attribute colour; they have kind",
        "device.capacity['gpu.example.com'].memroy.isGreaterThan(quantity('1Gi')) | none has the capacity memroy; they have memory",
        "device.attributes['nvidia.com'].kind == 'old' | none has the attribute kind of the domain nvidia.com, which is not their driver’s: that is gpu.example.com",
        "!(device.attributes['gpu.example.com'].kind == 'new') && device.capacity['gpu.example.com'].memory.isGreaterThan(quantity('40Gi')) | they have kind old; memory 24Gi",
        "device.attributes['resource.kubernetes.io'].pcieRoot == 'pci0000:00' | none has the attribute pcieRoot of the domain resource.kubernetes.io",
        "device.attributes['gpu.example.com'].kind == 'old' && device.capacity['gpu.example.com'].memory.isGreaterThan(quantity('40Gi')) | they have kind old; memory 24Gi"})
    void whatNoDeviceHasOfThatByWhichAClaimSelectsIsToldWithWhatTheyHave(String expression, String told) {
        assertThat(claiming("selectors: [{cel: {expression: \"%s\"}}]".formatted(expression)).headline())
                .startsWith("The claim mine wants a device of fast by a selector that takes none of the 2 there are: ")
                .endsWith(": " + told);
    }

    @Test
    void aSelectorThatAsksADeviceForWhatItLacksKeepsThePodFromOthersThatWouldDo() {
        told.node("b", "", "");
        told.other("resourceslices", yaml("""
                metadata: {name: more}
                spec:
                  driver: gpu.example.com
                  nodeName: b
                  pool: {name: more, generation: 1, resourceSliceCount: 1}
                  devices: [{name: y, attributes: {kind: {string: old}, rank: {int: 1}}}]
                """));
        var asks = claiming("selectors: [{cel: {expression: \"device.attributes['gpu.example.com'].rank == 1\"}}]");
        assertThat(asks.outcome()).isEqualTo(FitOutcome.REFUSED);
        assertThat(asks.headline()).contains("asks for rank, which a device lacks");
        assertThat(asks.summary()).isEqualTo("running \"DynamicResources\" filter plugin: claim ml/mine: selector #0: "
                + "CEL runtime error: no such key: rank");
        assertThat(asks.remedies()).singleElement()
                .satisfies(suggestion -> assertThat(suggestion.text()).startsWith("Have the selector ask first"));
        assertThat(claiming("selectors: [{cel: {expression: \"has(device.attributes['gpu.example.com'].rank)\"}}]")
                .outcome()).isEqualTo(FitOutcome.FITS);
    }

    @Test
    void aNodeWhoseDeviceIsTaintedIsClosedAndNotOneWhereOthersHaveToEnd() {
        told.node("b", "", "");
        var taint = "taints: [{key: xid, value: '79', effect: NoSchedule}]";
        told.other("resourceslices", yaml("""
                metadata: {name: more}
                spec: {driver: gpu.example.com, nodeName: b, pool: {name: b, generation: 1, resourceSliceCount: 1},
                       devices: [{name: x}, {name: y}, {name: z, %s}]}
                """.formatted(taint)));
        var three = claiming("count: 3");
        assertThat(three.outcome()).isEqualTo(FitOutcome.CLOSED);
        assertThat(three.headline()).isEqualTo("No node that could take it is open now: 1 node is not offering all "
                + "devices of the machine (b has 3 devices: 2 free, 1 out of service (taint xid=79))");
        var all = claiming("allocationMode: All, selectors: "
                + "[{cel: {expression: \"!has(device.attributes['gpu.example.com'].kind)\"}}]");
        assertThat(all.outcome()).as("two of three are free, and it takes all or none").isEqualTo(FitOutcome.CLOSED);
        assertThat(three.remedies()).extracting(SchedulingRemedy::text)
                .containsExactly("Look after b: devices that the pod claims are withheld");
        told.other("resourceclaims",
                yaml("""
                        metadata: {namespace: ml, name: other}
                        spec: {devices: {requests: [{name: r, exactly: {deviceClassName: fast}}]}}
                        status: {allocation: {devices: {results: [{request: r, driver: gpu.example.com, pool: a, device: one}]}}}
                        """));
        var two = claiming(
                "count: 2, selectors: [{cel: {expression: \"has(device.attributes['gpu.example.com'].kind)\"}}]");
        assertThat(two.headline()).isEqualTo("Not now: only a could take it (has 2 devices: 1 free, 1 held)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            b | Not now: only b could take it (its claim shared has devices on a)
            c | The claim shared has devices on a alone, and the pod cannot run there
            """)
    void aPodIsBoundToTheNodeWhereItsClaimHasDevices(String node, String headline) {
        told.other("deviceclasses", yaml("{metadata: {name: fast}, spec: {}}"));
        for (var name : List.of("a", "b", "c")) {
            told.node(name, "", "nvidia.com/gpu: 8");
        }
        for (var name : List.of("a", "b")) {
            told.other("resourceslices",
                    yaml("""
                            metadata: {name: %1$s}
                            spec: {driver: d, nodeName: %1$s, pool: {name: %1$s, generation: 1, resourceSliceCount: 1}, devices: [{name: one}]}
                            """
                            .formatted(name)));
        }
        told.other("resourceclaims",
                yaml("""
                        metadata: {namespace: ml, name: shared}
                        spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: fast}}]}}
                        status:
                          allocation:
                            nodeSelector: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [a]}]}]}
                            devices: {results: [{driver: d, pool: a, device: one}]}
                          reservedFor: [{resource: pods, name: first, uid: u}]
                        """));
        var fit = fit("cpu: 1",
                "nodeSelector: {kubernetes.io/hostname: %s}, resourceClaims: [{name: gpu, resourceClaimName: shared}]"
                        .formatted(node).replace("}, resource", "}\n  resource"));
        assertThat(fit.headline()).isEqualTo(headline);
        assertThat(fit.remedies()).extracting(SchedulingRemedy::text).containsExactly(
                "Let the pods run on a: their claim shared has devices there, and nowhere else while ml/first uses it",
                "Or have the pods name a claim template (resourceClaimTemplateName) instead of the claim shared: "
                        + "then each gets devices of its own");
        assertThat(fit("cpu: 1", "resourceClaims: [{name: gpu, resourceClaimName: shared}]").outcome())
                .isEqualTo(FitOutcome.FITS);
    }

    @Test
    void aPodIsKeptToTheNodesThatReachTheDevicesOfItsClaim() {
        told.other("deviceclasses", yaml("{metadata: {name: fast}, spec: {}}"));
        List.of("a", "b", "c").forEach(name -> told.node(name, "", ""));
        told.other("resourceslices",
                yaml("""
                        metadata: {name: s}
                        spec: {driver: d, pool: {name: p, generation: 1, resourceSliceCount: 1}, devices: [{name: one}], allNodes: true}
                        """));
        told.other("resourceclaims",
                yaml("""
                        metadata: {namespace: ml, name: far}
                        spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: fast}}]}}
                        status:
                          allocation:
                            nodeSelector: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [a, b]}]}]}
                            devices: {results: [{request: gpu, driver: d, pool: p, device: one}]}
                          reservedFor: [{resource: pods, name: first, uid: u}]
                        """));
        assertThat(fit("cpu: 1", "resourceClaims: [{name: gpu, resourceClaimName: far}]").nodes())
                .extracting(node -> node.name() + ": " + node.leadingReasonText())
                .containsExactlyInAnyOrder("a: ", "b: ", "c: its claim has devices elsewhere");
    }

    @Test
    void whatIsAskedForInsteadIsToBeHadOnANodeThatTakesThePod() {
        told.node("vast", "taints: [{key: team, value: red, effect: NoSchedule}]", "nvidia.com/gpu: 16");
        var fit = fit("nvidia.com/gpu: 100", "");
        assertThat(fit.headline()).isEqualTo("Wants 100 × nvidia.com/gpu on one node; no node has more than 16");
        assertThat(fit.remedies()).extracting(SchedulingRemedy::text)
                .containsExactly(
                        "Ask for at most 8 × nvidia.com/gpu a pod, and for more pods; vast has more, and is closed to "
                                + "it (taint team=red:NoSchedule)");
    }

    @Test
    void nodesWithTooFewDevicesAreNotSaidToHaveLessOfTheRest() {
        told.node("many", "", "nvidia.com/gpu: 8, cpu: 64, memory: 2Ti");
        told.node("few", "", "nvidia.com/gpu: 4, cpu: 64, memory: 6Ti");

        assertThat(fit("nvidia.com/gpu: 8, memory: 4Ti", "").headline())
                .isEqualTo("Wants 4Ti memory on one node; no node that offers 8 × nvidia.com/gpu has more than 2Ti");
    }

    @Test
    void whatIsNoDeviceIsMeasuredByTheNodesThatOfferTheDevicesToo() {
        told.node("roomy", "", "cpu: 255, memory: 4Ti");
        told.node("small", "", "nvidia.com/gpu: 8, cpu: 64, memory: 2Ti");
        told.node("large", "taints: [{key: team, value: red, effect: NoSchedule}]",
                "nvidia.com/gpu: 8, cpu: 128, memory: 3Ti");

        var fitResult = fit("nvidia.com/gpu: 1, memory: 8Ti", "");
        assertThat(fitResult.headline())
                .isEqualTo("Wants 8Ti memory on one node; no node that offers 1 × nvidia.com/gpu has more than 3Ti");
        assertThat(fitResult.remedies()).extracting(SchedulingRemedy::text)
                .containsExactly(
                        "Ask for at most 2Ti memory a pod, and for more pods; large has more, and is closed to it "
                                + "(taint team=red:NoSchedule)");
        assertThat(fit("nvidia.com/gpu: 1, cpu: 200", "").headline())
                .isEqualTo("Wants 200 CPU on one node; no node that offers 1 × nvidia.com/gpu has more than 128");
        assertThat(fit("cpu: 300", "").headline()).isEqualTo("Wants 300 CPU on one node; no node has more than 255");
        assertThat(fit("nvidia.com/gpu: 1, cpu: 100", "").nodes()).filteredOn(node -> node.name().equals("small"))
                .singleElement().extracting(NodeFitResult::leadingReasonText)
                .isEqualTo("too little CPU even when empty");
    }

    @Test
    void whoFindsNoNeighboursItWantsIsToldToWantOthers() {
        var fit = fit("nvidia.com/gpu: 1", "affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
                + "[{topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: nobody}}}]}}");
        assertThat(fit.remedies()).extracting(SchedulingRemedy::text)
                .containsExactly("Have the pods say otherwise whom "
                        + "they want near them, or away from them (podAffinity, podAntiAffinity)");
        assertThat(fit("nvidia.com/gpu: 9", "").remedies()).extracting(SchedulingRemedy::text)
                .containsExactly("Ask for at most 8 × nvidia.com/gpu a pod, and for more pods");
    }

    @Test
    void whoIsBoundToANodeThatIsNotThereIsToldSo() {
        assertThat(fit("nvidia.com/gpu: 1", "nodeName: gone").headline()).startsWith(
                "It is bound to gone, and there is no such node");
        assertThat(fit("nvidia.com/gpu: 1", "nodeName: a").headline()).isEqualTo("It has a node: a");
    }

    @Test
    void ofAPodThatRunsItIsToldThatItDoes() {
        var pod = pod("wants", "nvidia.com/gpu: 1", "nodeName: a");
        pod.putObject("status").put("phase", "Running");
        assertThat(told.fit(pod, "").headline()).as("none of its containers is ready")
                .isEqualTo("It has a node: a, and is not ready there");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Unknown | It has a node: gone, whose kubelet has reported nothing for less than a minute: whether it runs there is not known
            False   | It has a node: gone, which is not ready (Kubelet), and is not ready there
            """)
    void ofAPodOnANodeThatIsNotReadyItIsNotSaidThatItRuns(String ready, String headline) {
        told.node(yaml("{metadata: {name: gone}, status: {ready: '%s', allocatable: {pods: '20'}}}".formatted(ready)));
        var pod = pod("wants", "nvidia.com/gpu: 1", "nodeName: gone");
        pod.putObject("status").put("phase", "Running");

        assertThat(told.fit(pod, "").headline()).isEqualTo(headline);
        assertThat(told.fit(pod, "").remedies()).extracting(SchedulingRemedy::command)
                .containsExactly("tessera doctor --node gone");
    }

    @Test
    void whatARuntimeClassAddsIsToldWhereItIsTooMuch() {
        assertThat(fit("cpu: 1", "overhead: {cpu: 100, memory: 1Gi}").headline()).isEqualTo(
                "Wants 101 CPU on one node; no node has more than 16. Of the CPU that it wants, its RuntimeClass adds 100 "
                        + "(overhead)");
        assertThat(fit("nvidia.com/gpu: 9", "overhead: {cpu: 1}").headline()).doesNotContain("RuntimeClass");
    }

    private PodFitResult against(String spec, String nominated) {
        told.pod(pod("low-a", "nvidia.com/gpu: 8", "nodeName: a\n  priority: 1"));
        told.pod(pod("low-b", "nvidia.com/gpu: 8", "nodeName: b\n  priority: 1"));
        var pod = pod("wants", "nvidia.com/gpu: 8", "priority: 100\n  " + spec);
        if (!nominated.isEmpty()) {
            pod.putObject("status").put("nominatedNodeName", nominated);
        }
        return told.fit(pod, "");
    }

    @Test
    void podsOfLowerPriorityAreToldToBeDisplacedOrNotAsThePodMay() {
        var full = "Not now: 2 nodes could take it; a is nearest (nvidia.com/gpu: wants 8, 0 of 8 free)";
        assertThat(against("", "").headline())
                .isEqualTo(full + ". The scheduler may evict pods of lower priority for it, on a and 1 more");
        assertThat(against("preemptionPolicy: Never", "").headline())
                .isEqualTo(full + ". Pods of lower priority are in its way on a and 1 more; "
                        + "it may not displace them (preemptionPolicy is Never)");
        assertThat(against("", "b").headline()).isEqualTo(full + ". The scheduler keeps b for it");
        assertThat(told.fit(pod("wants", "nvidia.com/gpu: 8", "priority: 1"), "").headline()).isEqualTo(full);
    }

    private void priorityClass(String name, int value, String more) {
        told.other("priorityclasses", yaml("{metadata: {name: %s}, value: %d%s}".formatted(name, value, more)));
    }

    @Test
    void whoMayDisplaceNobodyOnlyForItsClassIsToldAnotherClass() {
        var text = "Give the pod %s, if it may displace others: there are pods of lower priority to evict on a and 1 more";
        assertThat(against("preemptionPolicy: Never", "").remedies()).extracting(SchedulingRemedy::text)
                .contains(text
                        .formatted(
                                "a priority class of value 100 or more whose preemptionPolicy is PreemptLowerPriority"));

        priorityClass("patient", 100, ", preemptionPolicy: Never");
        priorityClass("serving", 500, "");
        priorityClass("batch", 50, "");
        assertThat(against("preemptionPolicy: Never", "").remedies()).extracting(SchedulingRemedy::text)
                .contains(text.formatted("the priority class serving (500)"));
        assertThat(against("", "").remedies()).extracting(SchedulingRemedy::text)
                .noneMatch(each -> each.contains("priority class"));
    }
}
