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

        selects("pool: large", "nvidia.com/gpu: 16",
                "Requests 16 × nvidia.com/gpu on one node. No node has more than 8 allocatable.",
                "Request at most 8 × nvidia.com/gpu per pod, and run more pods.");
        selects("pool: small", "nvidia.com/gpu: 8",
                "Requests 8 × nvidia.com/gpu. None of the 2 selected nodes has more than 4 allocatable.",
                "Select other nodes or request less. a has enough.");
        selects("kubernetes.io/hostname: b", "nvidia.com/gpu: 4",
                "Requests 4 × nvidia.com/gpu. The only selected node, b, has 2 allocatable.",
                "Select other nodes or request less. a and c have enough.");
        selects("pool: small", "nvidia.com/gpu: 4, cpu: 32",
                "None of the 2 selected nodes has 32 CPU and 4 × nvidia.com/gpu together",
                "Select other nodes or request less. a has enough.");
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
        assertThat(diagnosis.reason().text()).isEqualTo(fit.headline());
        assertThat(fit.remedies()).extracting(SchedulingRemedy::text).first().isEqualTo(advice);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{key: gpus, operator: Gt, values: ['8']} | No node matches the pod’s selector gpus > 8. The highest gpus is 8. | Lower the bound: gpus > 7 matches 1 node.",
        "{key: gpus, operator: Gt, values: ['80Gi']} | Selector gpus > 80Gi matches no node because “80Gi” is not an integer | Use an integer as the bound.",
        "{key: gpus, operator: Lt, values: ['2']} | No node matches the pod’s selector gpus < 2. The lowest gpus is 2. | Raise the bound: gpus < 3 matches 1 node.",
        "{key: size, operator: Gt, values: ['1']} | Selector size > 1 matches no node, because it "
                + "compares integers, but the values of size are 12.4 (1 node) and 64G (1 node) | Select values "
                + "of size with operator In instead of Gt.",
        "{key: nvidia.com/gpu.product, operator: In, values: [NVIDIA-H100-SXM4]} | No node matches the "
                + "pod’s selector nvidia.com/gpu.product=NVIDIA-H100-SXM4. Existing values of "
                + "nvidia.com/gpu.product are NVIDIA-A100-SXM4-80GB (1 node) and NVIDIA-H100-80GB-HBM3 (1 node). "
                + "| If you meant nvidia.com/gpu.product=NVIDIA-H100-80GB-HBM3, correct the selector."})
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
    void whereClaimsMayNotBeReadNodesMayFitAndWhatIsForbiddenIsNamed() {
        claiming("count: 1");
        told.forbids("resourceclaims");
        var fit = fit("cpu: 1", "resourceClaims: [{name: gpu, resourceClaimName: mine}]");
        assertThat(fit.outcome()).isEqualTo(FitOutcome.MAY_FIT);
        assertThat(fit.nodes()).isNotEmpty().extracting(NodeFitResult::status)
                .containsOnly(NodeFitResult.NodeFitStatus.MAY_FIT);
        assertThat(fit.headline()).contains(" may fit. ").doesNotContain("fits now");
        assertThat(fit.unknownFacts())
                .contains("The pod’s ResourceClaims are not checked: You may not read resourceclaims");
        assertThat(fit("cpu: 1", "").outcome()).as("it claims nothing").isEqualTo(FitOutcome.FITS);
    }

    @Test
    void aMissingClaimIsProposedWithADeviceClassThatExists() {
        var claims = "resourceClaims: [{name: gpu, resourceClaimName: lost}]";
        var fit = fit("cpu: 1", claims);
        assertThat(fit.nodes()).extracting(NodeFitResult::status).containsOnly(NodeFitResult.NodeFitStatus.MAY_FIT);
        assertThat(fit.remedies().getFirst()).satisfies(remedy -> {
            assertThat(remedy.text()).isEqualTo(
                    "Create a DeviceClass first, because the cluster has none. Then create ResourceClaim lost, "
                            + "which the pod references.");
            assertThat(remedy.remedy()).isNotInstanceOf(SchedulingRemedyChange.CreateObjectAction.class);
        });

        told.other("deviceclasses", yaml("{metadata: {name: fast}, spec: {}}"));
        assertThat(fit("cpu: 1", claims).remedies().getFirst().remedy()).isInstanceOfSatisfying(
                SchedulingRemedyChange.CreateObjectAction.class,
                create -> assertThat(create.manifestYaml()).contains("deviceClassName: fast"));

        told.other("deviceclasses", yaml("{metadata: {name: nic}, spec: {}}"));
        assertThat(fit("cpu: 1", claims).remedies().getFirst().text())
                .endsWith("It can request one of the DeviceClasses fast and nic.");
    }

    @Test
    void aMissingDeviceClassIsProposedWithADriverThatPublishesDevices() {
        claiming("count: 1");
        told.other("resourceclaims", yaml("""
                metadata: {namespace: ml, name: mine}
                spec: {devices: {requests: [{name: r, exactly: {deviceClassName: other}}]}}
                """));
        assertThat(
                fit("cpu: 1", "resourceClaims: [{name: gpu, resourceClaimName: mine}]").remedies().getFirst().remedy())
                .isInstanceOfSatisfying(SchedulingRemedyChange.CreateObjectAction.class,
                        create -> assertThat(create.manifestYaml()).contains("device.driver == \"gpu.example.com\""));
    }

    @Test
    void aClassOfDevicesThatIsMistypedIsProposedAsItIsWritten() {
        claiming("count: 1");
        told.other("resourceclaims", yaml("""
                metadata: {namespace: ml, name: mine}
                spec: {devices: {requests: [{name: r, exactly: {deviceClassName: fats}}]}}
                """));
        var fit = fit("cpu: 1", "resourceClaims: [{name: gpu, resourceClaimName: mine}]");
        assertThat(fit.headline())
                .isEqualTo("DeviceClass fats, which the pod’s ResourceClaim requests, does not " + "exist");
        assertThat(fit.remedies().getFirst().text())
                .isEqualTo("If you meant DeviceClass fast, correct deviceClassName in the ResourceClaim.");
    }

    @Test
    void aVolumeThatOnlyAnUnsuitedNodeReachesIsToldWithThatNode() {
        told.node("plain", "", "example.com/other: 1");
        told.other("persistentvolumeclaims",
                yaml("{metadata: {namespace: ml, name: data}, spec: {volumeName: v}, status: {phase: Bound}}"));
        told.other("persistentvolumes", yaml("""
                metadata: {name: v}
                spec: {nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions:
                  [{key: kubernetes.io/hostname, operator: In, values: [plain]}]}]}}}
                """));
        var fit = fit("nvidia.com/gpu: 1", "volumes: [{name: d, persistentVolumeClaim: {claimName: data}}]");
        assertThat(fit.headline()).isEqualTo(
                "Only plain can reach the volume of PVC data, but the pod does not fit there (nvidia.com/gpu is "
                        + "not advertised)");
        assertThat(fit.remedies()).extracting(SchedulingRemedy::text).containsExactly("Mount another PVC in the pods.");
    }

    @Test
    void anAffinityWithoutConditionsIsToldToMatchNoNode() {
        var fit = fit("nvidia.com/gpu: 1", "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
                + "{nodeSelectorTerms: [{}]}}}");
        assertThat(fit.headline()).isEqualTo("The pod’s node affinity has no conditions, so it matches no node");
        assertThat(fit.nodes().getFirst().failures()).singleElement().satisfies(failure -> {
            assertThat(failure.briefText()).isEqualTo("its node affinity matches no node");
            assertThat(failure.text()).isEqualTo("its node affinity has no conditions, so it matches no node");
        });
        assertThat(fit.remedies()).extracting(SchedulingRemedy::text)
                .containsExactly("Add conditions to the node affinity, or remove it.");
    }

    @Test
    void aNodeThatIsGoneIsNamedByWhomItIsMeantFor() {
        var fit = fit("nvidia.com/gpu: 1", "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
                + "{nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [gone]}]}]}}}");
        assertThat(fit.headline()).isEqualTo("The pod is pinned to gone, which does not exist");
    }

    @Test
    void aClaimThatNoFreeVolumeSuitsIsNotToldAsAWantOfResources() {
        told.other("storageclasses", yaml("{metadata: {name: local}, volumeBindingMode: WaitForFirstConsumer}"));
        told.other("persistentvolumeclaims",
                yaml("{metadata: {namespace: ml, name: data, uid: u}, spec: {storageClassName: local}}"));
        var fit = fit("nvidia.com/gpu: 1", "volumes: [{name: v, persistentVolumeClaim: {claimName: data}}]");
        assertThat(fit.outcome()).isEqualTo(FitOutcome.NEVER);
        assertThat(fit.headline())
                .isEqualTo("No node fits even when empty: no PersistentVolume is available for PVC data (2 nodes)");
        assertThat(fit.remedies().getFirst().command()).isEqualTo("kubectl -n ml describe persistentvolumeclaim data");
    }

    @Test
    void aClaimWhoseStorageClassIsNotThereIsToldSo() {
        told.other("persistentvolumeclaims",
                yaml("{metadata: {namespace: ml, name: data, uid: u}, spec: {storageClassName: ghost}}"));
        var fit = fit("nvidia.com/gpu: 1", "volumes: [{name: v, persistentVolumeClaim: {claimName: data}}]");
        assertThat(fit.headline()).isEqualTo("PVC data has no volume, and its storage class does not exist");
        assertThat(fit.remedies().getFirst().text()).startsWith("Create the missing storage class of PVC data,");
    }

    @Test
    void aClaimThatIsNotThereIsToldBeforeOneThatIsUnbound() {
        told.other("persistentvolumeclaims", yaml("{metadata: {namespace: ml, name: data, uid: u}, spec: {}}"));
        assertThat(fit("nvidia.com/gpu: 1",
                "volumes: [{name: v, persistentVolumeClaim: {claimName: data}}, "
                        + "{name: w, persistentVolumeClaim: {claimName: none}}]")
                .summary()).endsWith("nodes are available: persistentvolumeclaim \"none\" not found. not found");
    }

    @Test
    void aLabelToSpreadOverThatNoNodeHasIsNamed() {
        var fit = fit("nvidia.com/gpu: 1", "topologySpreadConstraints: [{maxSkew: 1, topologyKey: rack, "
                + "whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: train}}}]");
        assertThat(fit.headline())
                .isEqualTo("No node fits even when empty: no label rack for the topology spread constraint (2 nodes)");
        assertThat(fit.remedies()).singleElement()
                .satisfies(suggestion -> assertThat(suggestion.text()).isEqualTo(
                        "Set topologyKey of the topology spread constraint to a label that the nodes have, or add the "
                                + "label to the nodes."));
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
        assertThat(claiming("count: 5").headline()).isEqualTo(
                "ResourceClaim mine requests 5 devices of DeviceClass fast on one node. No node has more than 2 matching devices.");
        assertThat(claiming("selectors: [{cel: {expression: \"device.attributes['gpu.example.com'].kind == 'new'\"}}]")
                .headline())
                .isEqualTo("ResourceClaim mine requests a device of DeviceClass fast, but selector "
                        + "“device.attributes['gpu.example.com'].kind == 'new'” of its request r "
                        + "matches none of the 2 devices: no device has the attribute kind “new” (existing values: old)");
        assertThat(claiming("count: 5").remedies()).extracting(SchedulingRemedy::text)
                .containsExactly("In the pods, use a ResourceClaim that requests existing devices.");
        assertThat(claiming("count: 2").outcome()).isEqualTo(FitOutcome.FITS);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "device.attributes['gpu.example.com'].knid == 'old' | no device has the attribute knid, but the "
                + "devices have kind",
        "device.attributes[\\\"gpu.example.com\\\"].colour == 'old' | no device has the attribute "
                + "colour, but the devices have kind",
        "device.capacity['gpu.example.com'].memroy.isGreaterThan(quantity('1Gi')) | no device has the "
                + "capacity memroy, but the devices have memory",
        "device.attributes['nvidia.com'].kind == 'old' | no device has the attribute kind in domain "
                + "nvidia.com, because the domain of their driver is gpu.example.com",
        "!(device.attributes['gpu.example.com'].kind == 'new') && device.capacity['gpu.example.com'].memory.isGreaterThan(quantity('40Gi')) | the devices have kind old and memory 24Gi",
        "device.attributes['resource.kubernetes.io'].pcieRoot == 'pci0000:00' | no device has the "
                + "attribute pcieRoot in domain resource.kubernetes.io",
        "device.attributes['gpu.example.com'].kind == 'old' && device.capacity['gpu.example.com'].memory.isGreaterThan(quantity('40Gi')) | the devices have kind old and memory 24Gi"})
    void whatNoDeviceHasOfThatByWhichAClaimSelectsIsToldWithWhatTheyHave(String expression, String told) {
        assertThat(claiming("selectors: [{cel: {expression: \"%s\"}}]".formatted(expression)).headline())
                .startsWith("ResourceClaim mine requests a device of DeviceClass fast, but selector “")
                .contains("” of its request r matches none of the 2 devices: ").endsWith(": " + told);
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
        assertThat(asks.headline()).contains("reads rank, which a device does");
        assertThat(asks.summary()).isEqualTo("running \"DynamicResources\" filter plugin: claim ml/mine: selector #0: "
                + "CEL runtime error: no such key: rank");
        assertThat(asks.remedies()).singleElement()
                .satisfies(suggestion -> assertThat(suggestion.text()).startsWith("Check the attribute with has(…)"));
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
        assertThat(three.headline()).isEqualTo(
                "No node that could run the pod accepts it right now (1 node not advertising all devices). b: 3 "
                        + "devices: 2 free, 1 out of service (taint xid=79).");
        var all = claiming("allocationMode: All, selectors: "
                + "[{cel: {expression: \"!has(device.attributes['gpu.example.com'].kind)\"}}]");
        assertThat(all.outcome()).as("two of three are free, and it takes all or none").isEqualTo(FitOutcome.CLOSED);
        assertThat(three.remedies()).extracting(SchedulingRemedy::text)
                .containsExactly("Check b, which does not currently offer devices that the pod claims.");
        told.other("resourceclaims",
                yaml("""
                        metadata: {namespace: ml, name: other}
                        spec: {devices: {requests: [{name: r, exactly: {deviceClassName: fast}}]}}
                        status: {allocation: {devices: {results: [{request: r, driver: gpu.example.com, pool: a, device: one}]}}}
                        """));
        var two = claiming(
                "count: 2, selectors: [{cel: {expression: \"has(device.attributes['gpu.example.com'].kind)\"}}]");
        assertThat(two.headline()).isEqualTo("Only a could run the pod, but not now (2 devices: 1 free, 1 allocated)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            b | Only b could run the pod, but not now (ResourceClaim shared is allocated on a)
            c | The devices of ResourceClaim shared are on a, where the pod cannot run
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
                "Run the pods on a. ResourceClaim shared stays allocated there while ml/first uses the claim.",
                "Or use a ResourceClaimTemplate (resourceClaimTemplateName) instead of ResourceClaim shared. Each pod "
                        + "then gets its own devices.");
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
                .containsExactlyInAnyOrder("a: ", "b: ", "c: ResourceClaim allocated on another node");
    }

    @Test
    void whatIsAskedForInsteadIsToBeHadOnANodeThatTakesThePod() {
        told.node("vast", "taints: [{key: team, value: red, effect: NoSchedule}]", "nvidia.com/gpu: 16");
        var fit = fit("nvidia.com/gpu: 100", "");
        assertThat(fit.headline())
                .isEqualTo("Requests 100 × nvidia.com/gpu on one node. No node has more than 16 allocatable.");
        assertThat(fit.remedies()).extracting(SchedulingRemedy::text).containsExactly(
                "Request at most 8 × nvidia.com/gpu per pod, and run more pods. vast has more but does not "
                        + "accept the pod (taint team=red:NoSchedule).");
    }

    @Test
    void nodesWithTooFewDevicesAreNotSaidToHaveLessOfTheRest() {
        told.node("many", "", "nvidia.com/gpu: 8, cpu: 64, memory: 2Ti");
        told.node("few", "", "nvidia.com/gpu: 4, cpu: 64, memory: 6Ti");

        assertThat(fit("nvidia.com/gpu: 8, memory: 4Ti", "").headline()).isEqualTo(
                "Requests 4Ti memory on one node. No node that advertises 8 × nvidia.com/gpu has more than 2Ti allocatable.");
    }

    @Test
    void whatIsNoDeviceIsMeasuredByTheNodesThatOfferTheDevicesToo() {
        told.node("roomy", "", "cpu: 255, memory: 4Ti");
        told.node("small", "", "nvidia.com/gpu: 8, cpu: 64, memory: 2Ti");
        told.node("large", "taints: [{key: team, value: red, effect: NoSchedule}]",
                "nvidia.com/gpu: 8, cpu: 128, memory: 3Ti");

        var fitResult = fit("nvidia.com/gpu: 1, memory: 8Ti", "");
        assertThat(fitResult.headline()).isEqualTo(
                "Requests 8Ti memory on one node. No node that advertises 1 × nvidia.com/gpu has more than 3Ti allocatable.");
        assertThat(fitResult.remedies()).extracting(SchedulingRemedy::text).containsExactly(
                "Request at most 2Ti memory per pod, and run more pods. large has more but does not accept the "
                        + "pod (taint team=red:NoSchedule).");
        assertThat(fit("nvidia.com/gpu: 1, cpu: 200", "").headline()).isEqualTo(
                "Requests 200 CPU on one node. No node that advertises 1 × nvidia.com/gpu has more than 128 allocatable.");
        assertThat(fit("cpu: 300", "").headline())
                .isEqualTo("Requests 300 CPU on one node. No node has more than 255 allocatable.");
        assertThat(fit("nvidia.com/gpu: 1, cpu: 100", "").nodes()).filteredOn(node -> node.name().equals("small"))
                .singleElement().extracting(NodeFitResult::leadingReasonText)
                .isEqualTo("not enough CPU even when empty");
    }

    @Test
    void whoFindsNoNeighboursItWantsIsToldToWantOthers() {
        var fit = fit("nvidia.com/gpu: 1", "affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
                + "[{topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: nobody}}}]}}");
        assertThat(fit.remedies()).extracting(SchedulingRemedy::text)
                .containsExactly("Change the podAffinity or podAntiAffinity of the pods.");
        assertThat(fit("nvidia.com/gpu: 9", "").remedies()).extracting(SchedulingRemedy::text)
                .containsExactly("Request at most 8 × nvidia.com/gpu per pod, and run more pods.");
    }

    @Test
    void whoIsBoundToANodeThatIsNotThereIsToldSo() {
        assertThat(fit("nvidia.com/gpu: 1", "nodeName: gone").headline())
                .startsWith("The pod is bound to gone, which does not exist");
        assertThat(fit("nvidia.com/gpu: 1", "nodeName: a").headline()).isEqualTo("Scheduled to a");
    }

    @Test
    void ofAPodThatRunsItIsToldThatItDoes() {
        var pod = pod("wants", "nvidia.com/gpu: 1", "nodeName: a");
        pod.putObject("status").put("phase", "Running");
        assertThat(told.fit(pod, "").headline()).as("none of its containers is ready")
                .isEqualTo("Running on a, not ready");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Unknown | Scheduled to gone, but its kubelet stopped reporting less than a minute ago. The pod’s status is unknown.
            False   | Running on gone, not ready (node not ready: Kubelet)
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
                "Requests 101 CPU on one node. No node has more than 16 allocatable. 100 of the requested CPU is RuntimeClass "
                        + "overhead.");
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
        var full = "No free nvidia.com/gpu. All 16 on 2 suitable nodes are allocated.";
        assertThat(against("", "").headline())
                .isEqualTo(full + " The scheduler may preempt lower-priority pods on a and 1 more for the pod.");
        assertThat(against("preemptionPolicy: Never", "").headline()).isEqualTo(
                full + " Without the lower-priority pods on a and 1 more, the pod would fit, but it may not preempt "
                        + "them (preemptionPolicy: Never).");
        assertThat(against("", "b").headline()).isEqualTo(full + " The scheduler has nominated b for the pod.");
        assertThat(told.fit(pod("wants", "nvidia.com/gpu: 8", "priority: 1"), "").headline()).isEqualTo(full);
    }

    private void priorityClass(String name, int value, String more) {
        told.other("priorityclasses", yaml("{metadata: {name: %s}, value: %d%s}".formatted(name, value, more)));
    }

    @Test
    void whoMayDisplaceNobodyOnlyForItsClassIsToldAnotherClass() {
        var text = "Use %s if the pod may preempt other pods. Lower-priority pods run on a and 1 more.";
        assertThat(against("preemptionPolicy: Never", "").remedies()).extracting(SchedulingRemedy::text)
                .contains(text.formatted("a PriorityClass with value ≥ 100 and preemptionPolicy PreemptLowerPriority"));

        priorityClass("patient", 100, ", preemptionPolicy: Never");
        priorityClass("serving", 500, "");
        priorityClass("batch", 50, "");
        assertThat(against("preemptionPolicy: Never", "").remedies()).extracting(SchedulingRemedy::text)
                .contains(text.formatted("PriorityClass serving (500)"));
        assertThat(against("", "").remedies()).extracting(SchedulingRemedy::text)
                .noneMatch(each -> each.contains("priority class"));
    }
}
