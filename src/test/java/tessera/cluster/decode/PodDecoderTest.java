package tessera.cluster.decode;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.kube.labels.LabelRequirement;
import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.scheduling.RequiredNodeAffinity;
import tessera.kube.scheduling.Toleration;
import tessera.model.AwaitedResourceClaim;
import tessera.model.ControllerRef;
import tessera.model.PodPhase;
import tessera.model.PodSchedulingConstraints;
import tessera.model.PodSummary;
import tessera.model.UnevaluatedPodConstraints;
import tessera.model.UnrequestedDeviceAccess;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

class PodDecoderTest {

    private static final String GPU = "nvidia.com/gpu";

    private final InternPool shared = new InternPool();

    private PodSummary read(String json) throws IOException {
        return Objects.requireNonNull(KubernetesObjectDecoder.forPods(shared)
                .read(new JsonScanner(new ByteArrayInputStream(json.getBytes(UTF_8)))));
    }

    /** A pod with a specification and a status, written with single quotes. */
    private PodSummary pod(String spec, String status) throws IOException {
        return read("{'metadata':{'name':'p','namespace':'n'},'spec':{%s},'status':{%s}}".formatted(spec, status)
                .replace('\'', '"'));
    }

    private ResourceAmounts requests(String spec) throws IOException {
        return pod(spec, "").requests();
    }

    private static String container(String name, String requests) {
        return "{'name':'%s','resources':{'requests':{%s}}}".formatted(name, requests);
    }

    private static String gpus(String name, int gpus) {
        return container(name, "'nvidia.com/gpu':'" + gpus + "'");
    }

    private static String sidecar(String name, int gpus) {
        return gpus(name, gpus).replace("'name'", "'restartPolicy':'Always','name'");
    }

    @Test
    void whatIsKeptOfAPod() throws IOException {
        var pod = read(
                """
                        {"kind":"Pod","apiVersion":"v1","metadata":{"name":"train-0","namespace":"team","uid":"u-1",
                         "resourceVersion":"7","creationTimestamp":"2026-11-21T05:58:03Z",
                         "deletionTimestamp":"2026-11-21T06:00:00Z","labels":{"app":"train","rank":"0"},
                         "ownerReferences":[{"kind":"Node","name":"x"},{"apiVersion":"batch/v1","kind":"Job","name":"train","controller":true}],
                         "managedFields":[{"fieldsV1":{"f:metadata":{"f:name":{}}}}]},
                         "spec":{"nodeName":"gpu-01","priority":-5,"containers":[{"name":"main","image":"registry.example/train:1"},{"name":"bare"}]},
                         "status":{"phase":"Running","startTime":"2026-11-21T05:58:04Z","nominatedNodeName":"gpu-02",
                         "containerStatuses":[{"name":"main","ready":true,"restartCount":3,"state":{"running":{}}}]}}
                        """);

        assertThat(pod).isEqualTo(new PodSummary("team", "train-0", "u-1", "gpu-01", "gpu-02", PodPhase.RUNNING,
                "Terminating", "", "", ResourceAmounts.NONE, new ControllerRef("batch/v1", "Job", "train"),
                Map.of("app", "train", "rank", "0"), -5, Instant.parse("2026-11-21T05:58:03Z"),
                Instant.parse("2026-11-21T05:58:04Z"), Instant.parse("2026-11-21T06:00:00Z"), 1, 2, 3, List.of(),
                Optional.empty(), UnrequestedDeviceAccess.NONE, List.of("registry.example/train:1")));
    }

    @Test
    void claimsAreThoseThatItNamesAndThoseThatWereMadeForIt() throws IOException {
        var pod = read(
                """
                        {"metadata":{"name":"a"},"spec":{"resourceClaims":[{"name":"own","resourceClaimName":"shared"},
                         {"name":"made","resourceClaimTemplateName":"l4"},{"name":"due","resourceClaimTemplateName":"l40s"},"garbage",{"name":"later"}],"containers":[]},
                         "status":{"resourceClaimStatuses":[{"name":"made","resourceClaimName":"a-made-x7k2p"},
                         {"name":"own","resourceClaimName":"shared"}],
                         "extendedResourceClaimStatus":{"resourceClaimName":"a-extended","requestMappings":[]}}}
                        """);

        assertThat(pod.claims()).containsExactly("shared", "a-made-x7k2p", "a-extended");
        assertThat(pod.awaitedClaims()).containsExactly(new AwaitedResourceClaim("due", "l40s"));
        assertThat(read("{\"metadata\":{\"name\":\"a\"},\"spec\":{\"resourceClaims\":null}}").claims()).isEmpty();
    }

    @Test
    void whereItMayGoIsReadOfAPodThatHasNoNodeYet() throws IOException {
        var spec = """
                "nodeSelector":{"pool":"h100"},%s"affinity":{"podAffinity":{"x":1},"nodeAffinity":{
                 "preferredDuringSchedulingIgnoredDuringExecution":[{"weight":1}]%s}},"tolerations":[
                 {"key":"nvidia.com/gpu","operator":"Exists"},7,
                 {"key":"a","value":"b","effect":"NoExecute","tolerationSeconds":300}]""";
        var pool = List.of(LabelRequirement.equalTo("pool", "h100"));
        var pendingPodSummary = read("{\"metadata\":{\"name\":\"a\"},\"spec\":{" + spec.formatted("", "") + "}}");

        assertThat(pendingPodSummary.schedulingConstraints())
                .contains(new PodSchedulingConstraints(new RequiredNodeAffinity(pool, Optional.empty()),
                        List.of(new Toleration("nvidia.com/gpu", "Exists", "", "", null),
                                new Toleration("a", "", "b", "NoExecute", 300L))));
        assertThat(read("{\"metadata\":{\"name\":\"a\"},\"spec\":{"
                + spec.formatted("", ",\"requiredDuringSchedulingIgnoredDuringExecution\":{\"nodeSelectorTerms\":[{},7,"
                        + "{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"In\",\"values\":[\"b\",\"c\"]}],"
                        + "\"matchFields\":[{\"key\":\"metadata.name\",\"operator\":\"In\",\"values\":[\"n\"]}]}]}")
                + "}}").schedulingConstraints())
                .map(PodSchedulingConstraints::nodeAffinity)
                .contains(new RequiredNodeAffinity(pool,
                        Optional.of(List.of(new RequiredNodeAffinity.NodeAffinityTerm(List.of(), List.of()),
                                new RequiredNodeAffinity.NodeAffinityTerm(
                                        List.of(new LabelRequirement("a", "In", List.of("b", "c"))),
                                        List.of(new LabelRequirement("metadata.name", "In", List.of("n"))))))));
        assertThat(read("{\"metadata\":{\"name\":\"a\"},\"spec\":{" + spec.formatted("\"nodeName\":\"n\",", "") + "}}")
                .schedulingConstraints()).isEmpty();
    }

    @Test
    void waysToDevicesBesidesRequestsAreRead() throws IOException {
        var pod = read(
                """
                        {"metadata":{"name":"a","annotations":{"gpu-fraction":"0.5","note":"x","kubectl.kubernetes.io/last-applied-configuration":"{}"}},
                         "spec":{"nodeName":"n","runtimeClassName":"nvidia","volumes":[{"name":"d","hostPath":{"path":"/dev/nvidia0","type":""}},
                         {"name":"e","hostPath":{"path":"/var/log"}},7],
                         "containers":[{"name":"m","env":[{"name":"A","value":"b"},"x",{"name":"NVIDIA_VISIBLE_DEVICES","value":"all"}],
                         "securityContext":{"privileged":true}}]}}
                        """);

        assertThat(pod.devices()).isEqualTo(new UnrequestedDeviceAccess(Map.of("gpu-fraction", "0.5"), "all",
                List.of("/dev/nvidia0"), true, "nvidia"));
        for (var nothing : List.of("void", "none", "")) {
            assertThat(
                    read("""
                            {"metadata":{"name":"a"},"spec":{"runtimeClassName":"%s","volumes":[{"hostPath":{"path":"/dev/shm"}}],"containers":[
                             {"name":"m","env":[{"name":"NVIDIA_VISIBLE_DEVICES","value":"%s"}],"securityContext":{"privileged":false}}]}}
                            """
                            .formatted(nothing.isEmpty() ? "kata" : "nvidia", nothing)).devices())
                    .isSameAs(UnrequestedDeviceAccess.NONE);
        }
    }

    @Test
    void whoIsToPlaceAPodIsReadWhereItIsNotTheUsualScheduler() throws IOException {
        var pod = "{\"metadata\":{\"name\":\"a\"},\"spec\":{\"schedulerName\":\"%s\"}}";

        assertThat(read(pod.formatted("volcano")).schedulingConstraints()).map(PodSchedulingConstraints::schedulerName)
                .contains("volcano");
        assertThat(read(pod.formatted("default-scheduler")).schedulingConstraints())
                .map(PodSchedulingConstraints::schedulerName).contains("");
    }

    @Test
    void whatElseBindsAPodThatHasNoNodeYetIsToldWithoutBeingKept() throws IOException {
        var spec = """
                "volumes":[{"name":"token","projected":{}},{"name":"data","persistentVolumeClaim":{"claimName":"d"}}],
                "affinity":{"podAffinity":{"preferredDuringSchedulingIgnoredDuringExecution":[{}]},
                 "podAntiAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":[{"topologyKey":"zone"}]}},
                "topologySpreadConstraints":[{"topologyKey":"zone","whenUnsatisfiable":"DoNotSchedule"},7,
                 {"topologyKey":"rack","whenUnsatisfiable":"ScheduleAnyway"}]""";
        assertThat(read("{\"metadata\":{\"name\":\"a\"},\"spec\":{" + spec + "}}").schedulingConstraints())
                .map(PodSchedulingConstraints::unresolved)
                .contains(new UnevaluatedPodConstraints(List.of("zone"), false, true, true));
        assertThat(read("""
                {"metadata":{"name":"a"},"spec":{"volumes":[{"emptyDir":{}},{"persistentVolumeClaim":null}],
                 "affinity":{"podAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":[]}}}}""")
                .schedulingConstraints()).map(PodSchedulingConstraints::unresolved)
                .contains(UnevaluatedPodConstraints.NONE);
        assertThat(read("""
                {"metadata":{"name":"a"},"spec":{"volumes":[{"ephemeral":{"volumeClaimTemplate":{}}}],
                 "affinity":{"podAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":[{}]}}}}""")
                .schedulingConstraints()).map(PodSchedulingConstraints::unresolved)
                .contains(new UnevaluatedPodConstraints(List.of(), true, false, true));
    }

    @Test
    void containersAreAddedUp() throws IOException {
        var requests = requests(
                "'containers':[%s,%s]".formatted(container("a", "'nvidia.com/gpu':'2','cpu':'500m','memory':'1Gi'"),
                        container("b", "'nvidia.com/gpu':'1','cpu':'1','ephemeral-storage':'1k'")));

        assertThat(requests).isEqualTo(
                ResourceAmounts.of(Map.of(GPU, 3L, "cpu", 1_500L, "memory", 1L << 30, "ephemeral-storage", 1_000L)));
    }

    @Test
    void sidecarsAreAddedToTheContainers() throws IOException {
        assertThat(requests("'initContainers':[%s,%s],'containers':[%s]".formatted(sidecar("s", 1), sidecar("t", 1),
                gpus("main", 2))).get(GPU)).isEqualTo(4);
    }

    @Test
    void anInitContainerIsNotAddedButTheMostDemandingOneCounts() throws IOException {
        assertThat(requests(
                "'initContainers':[%s,%s],'containers':[%s]".formatted(gpus("i", 1), gpus("j", 1), gpus("main", 1)))
                .get(GPU)).isEqualTo(1);
        assertThat(requests(
                "'initContainers':[%s,%s],'containers':[%s]".formatted(gpus("i", 4), gpus("j", 2), gpus("main", 1)))
                .get(GPU)).isEqualTo(4);
    }

    @Test
    void anInitContainerRunsBesideTheSidecarsDeclaredBeforeIt() throws IOException {
        assertThat(requests(
                "'initContainers':[%s,%s],'containers':[%s]".formatted(sidecar("s", 2), gpus("i", 3), gpus("main", 1)))
                .get(GPU)).isEqualTo(5);
        assertThat(requests(
                "'initContainers':[%s,%s],'containers':[%s]".formatted(gpus("i", 3), sidecar("s", 2), gpus("main", 1)))
                .get(GPU)).as("declared after it").isEqualTo(3);
    }

    @Test
    void eachResourceHasItsOwnMaximum() throws IOException {
        var requests = requests("'initContainers':[%s],'containers':[%s]".formatted(
                container("i", "'cpu':'4','nvidia.com/gpu':'1'"), container("main", "'cpu':'1','nvidia.com/gpu':'8'")));

        assertThat(requests).isEqualTo(ResourceAmounts.of(Map.of("cpu", 4_000L, GPU, 8L)));
    }

    @Test
    void overheadIsAddedInTheEndDevicesIncluded() throws IOException {
        assertThat(requests("'overhead':{'nvidia.com/gpu':'2','cpu':'250m'},'initContainers':[%s],'containers':[%s]"
                .formatted(gpus("i", 4), gpus("main", 1)))).isEqualTo(ResourceAmounts.of(Map.of(GPU, 6L, "cpu", 250L)));
    }

    @Test
    void whatThePodAsksForAsAWholeReplacesTheSumForTheThreeResourcesThatAllowIt() throws IOException {
        var requests = requests("""
                'resources':{'requests':{'cpu':'2','memory':'1Gi','hugepages-2Mi':'4Mi','nvidia.com/gpu':'9'}},
                'overhead':{'cpu':'100m'},'containers':[%s]"""
                .formatted(container("a", "'cpu':'7','nvidia.com/gpu':'3','ephemeral-storage':'5'")));

        assertThat(requests).isEqualTo(ResourceAmounts.of(Map.of("cpu", 2_100L, "memory", 1L << 30, "hugepages-2Mi",
                4L << 20, GPU, 3L, "ephemeral-storage", 5L)));
    }

    @Test
    void aLimitCountsWhereThereIsNoRequest() throws IOException {
        assertThat(requests(
                """
                        'containers':[{'name':'a','resources':{'requests':{'cpu':'1'},'limits':{'cpu':'2','nvidia.com/gpu':'4'}}}]
                        """))
                .isEqualTo(ResourceAmounts.of(Map.of("cpu", 1_000L, GPU, 4L)));
    }

    private ResourceAmounts resized(String node, String conditions, String state) throws IOException {
        return pod(node + "'containers':[%s]".formatted(container("a", "'cpu':'1','nvidia.com/gpu':'1'")),
                "'conditions':[%s],'containerStatuses':[{'name':'a',%s}]".formatted(conditions, state)).requests();
    }

    @Test
    void duringAResizeTheMostOfWantedGivenAndAllocatedCounts() throws IOException {
        var given = "'resources':{'requests':{'cpu':'3'}},'allocatedResources':{'cpu':'2','nvidia.com/gpu':'4'}";

        assertThat(resized("'nodeName':'x',", "", given)).isEqualTo(ResourceAmounts.of(Map.of("cpu", 3_000L, GPU, 4L)));
    }

    @Test
    void whatIsAllocatedAloneIsIgnored() throws IOException {
        assertThat(resized("'nodeName':'x',", "", "'allocatedResources':{'cpu':'9'}").get("cpu")).isEqualTo(1_000);
    }

    @Test
    void anInfeasibleResizeLeavesOutWhatIsWanted() throws IOException {
        var infeasible = "{'type':'PodResizePending','status':'True','reason':'Infeasible'}";
        var given = "'resources':{'requests':{'cpu':'500m'}}";

        assertThat(resized("'nodeName':'x',", infeasible, given)).isEqualTo(ResourceAmounts.of("cpu", 500));
        assertThat(resized("'nodeName':'x',", infeasible.replace("Infeasible", "Deferred"), given).get("cpu"))
                .isEqualTo(1_000);
    }

    @Test
    void aPodThatIsBeingScheduledIsCountedByItsSpecificationAlone() throws IOException {
        assertThat(resized("", "", "'resources':{'requests':{'cpu':'3'}}").get("cpu")).isEqualTo(1_000);
    }

    @Test
    void aResizeCountsForSidecarsButNotForOrdinaryInitContainers() throws IOException {
        var status = "'initContainerStatuses':[{'name':'i','resources':{'requests':{'nvidia.com/gpu':'7'}}}]";

        assertThat(pod("'nodeName':'x','initContainers':[%s]".formatted(sidecar("i", 1)), status).requests().get(GPU))
                .isEqualTo(7);
        assertThat(pod("'nodeName':'x','initContainers':[%s]".formatted(gpus("i", 1)), status).requests().get(GPU))
                .isEqualTo(1);
    }

    @Test
    void aResizeOfThePodAsAWholeCountsTheSameWay() throws IOException {
        var spec = "'nodeName':'x','resources':{'requests':{'cpu':'1'}},'containers':[%s]"
                .formatted(container("a", "'cpu':'9'"));
        var given = "'resources':{'requests':{'cpu':'2'}},'allocatedResources':{'cpu':'3'}";
        var infeasible = ",'conditions':[{'type':'PodResizePending','reason':'Infeasible'}]";

        assertThat(pod(spec, given).requests().get("cpu")).isEqualTo(3_000);
        assertThat(pod(spec, "'allocatedResources':{'cpu':'3'}").requests().get("cpu")).isEqualTo(1_000);
        assertThat(pod(spec, "'resources':{'requests':{'cpu':'500m'}}" + infeasible).requests().get("cpu"))
                .isEqualTo(500);
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', textBlock = """
            '1k',1000
            '2e0',2
            '1Ki',1024
            '+2',2
            '5.',5
            '1000m',1
            ' 2',2
            2,2
            2.0,2
            '-0',0
            '-3',0
            '9E',9000000000000000000
            '10E',9223372036854775807
            '9223372036854775808',9223372036854775807
            '1000000',1000000
            '99999999999Ki',102399999998976
            '9999999999999999Ei',9223372036854775807
            1e999999999,9223372036854775807
            """)
    void quantitiesAreReadInEverySpelling(String quantity, long amount) throws IOException {
        assertThat(requests("'containers':[{'resources':{'requests':{'nvidia.com/gpu':%s}}}]".formatted(quantity))
                .get(GPU)).isEqualTo(amount);
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', textBlock = """
            '500m',500
            '1',1000
            '0.1',100
            '499500u',500
            '2k',2000000
            '1.5',1500
            '123456789012345678',9223372036854775807
            """)
    void processorTimeIsCountedInThousandths(String quantity, long amount) throws IOException {
        assertThat(requests("'containers':[{'resources':{'requests':{'cpu':%s}}}]".formatted(quantity)).get("cpu"))
                .isEqualTo(amount);
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', value = {"'abc'", "''", "null", "{}", "[]", "true", "'12 3'", "'NaN'"})
    void whatIsNoQuantityIsLeftOut(String quantity) throws IOException {
        assertThat(requests(
                "'containers':[{'resources':{'requests':{'nvidia.com/gpu':%s,'cpu':'1'}}}]".formatted(quantity)))
                .isEqualTo(ResourceAmounts.of("cpu", 1_000));
    }

    @Test
    void hugeAmountsAreAddedUpWithoutOverflow() throws IOException {
        assertThat(requests("'containers':[%s,%s]".formatted(container("a", "'nvidia.com/gpu':'9E'"),
                container("b", "'nvidia.com/gpu':'9E'"))).get(GPU)).isEqualTo(Long.MAX_VALUE);
        assertThat(requests("'containers':[%s]".formatted(gpus("a", 1_000_000))).get(GPU)).isEqualTo(1_000_000);
    }

    @Test
    void whatPodsHaveInCommonIsOneObject() throws IOException {
        var json = """
                {"metadata":{"name":"%s","namespace":"team","creationTimestamp":"2026-11-21T05:58:03Z","labels":{%s},
                 "ownerReferences":[{"kind":"ReplicaSet","name":"web-1","controller":true}]},
                 "spec":{"nodeName":"gpu-01","containers":[{"name":"a","resources":{"requests":{%s}}}]}}
                """;
        var a = read(json.formatted("a", "\"app\":\"web\",\"tier\":\"x\"", "\"cpu\":\"1\",\"memory\":\"1Gi\""));
        var b = read(json.formatted("b", "\"tier\":\"x\",\"app\":\"web\"", "\"memory\":\"1024Mi\",\"cpu\":\"1000m\""));

        assertThat(a.labels()).isSameAs(b.labels());
        assertThat(a.requests()).isSameAs(b.requests());
        assertThat(a.owner()).isSameAs(b.owner());
        assertThat(a.created()).isSameAs(b.created());
        assertThat(a.node()).isSameAs(b.node());
        assertThat(a.namespace()).isSameAs(b.namespace());
    }

    @Test
    void whatIsWrittenTwiceCountsAsLastWritten() throws IOException {
        var pod = read("""
                {"metadata":{"name":"a","labels":{"x":"1"}},"metadata":{"name":"b","labels":{"y":"1","y":"2"}},
                 "spec":{"nodeName":"n","containers":[{"name":"c"},{"name":"d"}],"containers":[{"name":"e"}]}}
                """);

        assertThat(pod.name()).isEqualTo("b");
        assertThat(pod.labels()).isEqualTo(Map.of("y", "2"));
        assertThat(pod.total()).isEqualTo(1);
    }

    @Test
    void fieldsOfTheWrongTypeCountAsAbsent() throws IOException {
        var pod = read("""
                {"metadata":{"name":"a","labels":[1],"ownerReferences":{"a":1},"creationTimestamp":5},
                 "spec":{"containers":{"name":"c"},"initContainers":"x","nodeName":{},"priority":"high","overhead":[]},
                 "status":{"conditions":[1,null,"x"],"containerStatuses":[[]],"phase":{},"startTime":false}}
                """);

        assertThat(pod).isEqualTo(new PodSummary("", "a", "", "", "", PodPhase.PENDING, "", "", "",
                ResourceAmounts.NONE, ControllerRef.NONE, Map.of(), 0, null, null, null, 0, 0, 0, List.of(),
                Optional.of(new PodSchedulingConstraints(RequiredNodeAffinity.ANY, List.of()))));
    }

    @Test
    void absurdObjectsAreTamed() throws IOException {
        var labels = new StringBuilder();
        for (int i = 0; i < 5_000; i++) {
            labels.append(",\"k").append(i).append("\":\"v\"");
        }
        var pod = read("""
                {"metadata":{"name":"%s","labels":{"big":"%s"%s}},"spec":{"nodeName":"\\u202e","priority":1e40}}
                """.formatted("gpu-0", "x".repeat(1 << 20), labels));

        assertThat(pod.name()).isEqualTo("gpu-0");
        assertThat(pod.labels().size()).isLessThanOrEqualTo(500);
        assertThat(pod.labels().get("big")).hasSizeLessThan(9_000).endsWith("…");
        assertThat(pod.priority()).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void withoutANameItIsNoPod() throws IOException {
        for (var json : new String[] {"{}", "null", "[]", "5", "{\"metadata\":{\"name\":\"\"}}",
            "{\"metadata\":{\"name\":\"שלום\u202egpu\"}}", "{\"metadata\":null}"}) {
            assertThat(KubernetesObjectDecoder.forPods(shared)
                    .read(new JsonScanner(new ByteArrayInputStream(json.getBytes(UTF_8))))).isNull();
        }
    }
}
