package tessera.cluster;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tessera.cluster.fixture.Contexts;
import tessera.cluster.fixture.ScriptedServer;
import tessera.cluster.http.SessionAccessMode;
import tessera.model.EventSummary;
import tessera.model.ObjectRef;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.ServerVersion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class InspectedObjectReaderTest {

    private ScriptedServer server;
    private ClusterConnection connection;
    private InspectedObjectReader inspection;

    @BeforeEach
    void connect() throws Exception {
        server = ScriptedServer.start(exchange -> exchange.json(200, "{}"));
        connection = ClusterConnection.open(Contexts.context(server.address()), Contexts.terms(),
                () -> SessionAccessMode.READ_ONLY);
        inspection = new InspectedObjectReader(() -> connection);
    }

    @AfterEach
    void disconnect() throws Exception {
        connection.close();
        server.close();
    }

    private void answer(String json) {
        server.script(exchange -> exchange.json(200, json));
    }

    @Test
    void anObjectIsShownAsYamlThatReadsBackTheSame() throws Exception {
        answer("""
                {"spec":{"version":"1.10","flag":"true","text":"a: b\\nsecond\\n","list":[{"a":1},null]},"kind":"Pod",
                 "metadata":{"name":"p","managedFields":[{"manager":"kubelet"}]},"apiVersion":"v1"}""");

        assertThat(inspection.readYaml(ObjectRef.pod("team", "p"), false)).isEqualTo("""
                apiVersion: v1
                kind: Pod
                metadata:
                  name: p
                spec:
                  version: "1.10"
                  flag: "true"
                  text: |
                    a: b
                    second
                  list:
                  - a: 1
                  - null
                """);
        assertThat(inspection.readYaml(ObjectRef.pod("team", "p"), true)).contains("manager: kubelet");
        assertThat(server.requests().getFirst()).isEqualTo("GET /api/v1/namespaces/team/pods/p");
    }

    @Test
    void objectsOfOtherGroupsAndOfTheWholeClusterAreFound() throws Exception {
        answer("{\"kind\":\"X\"}");
        inspection.readYaml(new ObjectRef("apps/v1", "Deployment", "deployments", "team", "d"), false);
        inspection.readYaml(ObjectRef.node("gpu-01"), false);
        inspection.readYaml(
                new ObjectRef("rbac.authorization.k8s.io/v1", "ClusterRole", "clusterroles", "", "system:node"), false);

        assertThat(server.requests()).containsExactly("GET /apis/apps/v1/namespaces/team/deployments/d",
                "GET /api/v1/nodes/gpu-01", "GET /apis/rbac.authorization.k8s.io/v1/clusterroles/system%3Anode");
    }

    /** Answers by the path that is asked, and as a server does of which nobody has that. */
    private void answers(Map<String, String> byPath) {
        server.script(exchange -> {
            var path = exchange.path();
            if (byPath.containsKey(path)) {
                exchange.json(200, byPath.get(path));
            } else {
                exchange.json(404,
                        "{\"kind\":\"Status\",\"reason\":\"NotFound\",\"code\":404,\"message\":\"not found\"}");
            }
        });
    }

    private static String served(String kind, String plural, boolean namespaced) {
        return "{\"resources\":[{\"name\":\"%s\",\"kind\":\"%s\",\"namespaced\":%b},{\"name\":\"%s/status\",\"kind\":\"%s\"}]}"
                .formatted(plural, kind, namespaced, plural, kind);
    }

    @Test
    void whereAnObjectOfACustomKindIsTheServersDiscoveryTells() throws Exception {
        answers(Map.of("/apis/kubeflow.org/v2beta1", served("MPIJob", "mpijobs", true), "/apis/kubeflow.org",
                "{\"versions\":[{\"version\":\"v2beta1\"},{\"version\":\"v1\"}]}", "/apis/kueue.x-k8s.io/v1beta2",
                served("ClusterQueue", "clusterqueues", false)));

        assertThat(inspection.locate(ObjectRef.unresolved("kubeflow.org/v2beta1", "MPIJob", "team", "x")))
                .isEqualTo(new ObjectRef("kubeflow.org/v2beta1", "MPIJob", "mpijobs", "team", "x"));
        assertThat(inspection.locate(ObjectRef.unresolved("kubeflow.org/v1", "MPIJob", "team", "x")))
                .as("the version in which it was made is served no longer")
                .isEqualTo(new ObjectRef("kubeflow.org/v2beta1", "MPIJob", "mpijobs", "team", "x"));
        assertThat(inspection.locate(ObjectRef.unresolved("kueue.x-k8s.io/v1beta2", "ClusterQueue", "team", "x"))
                .namespace()).as("it is in no namespace").isEmpty();
        var exception = catchThrowableOfType(ProblemException.class,
                () -> inspection.locate(ObjectRef.unresolved("ray.io/v1", "RayJob", "team", "x")));
        assertThat(exception.problem().headline()).isEqualTo("The cluster does not serve RayJob.ray.io");
        assertThat(inspection.locate(ObjectRef.pod("team", "p"))).isEqualTo(ObjectRef.pod("team", "p"));
    }

    private static String controlledBy(String apiVersion, String kind, String name) {
        return "{\"metadata\":{\"ownerReferences\":[{\"apiVersion\":\"%s\",\"kind\":\"%s\",\"name\":\"%s\",\"controller\":true}]}}"
                .formatted(apiVersion, kind, name);
    }

    @Test
    void whoMadeAPodIsToldAsFarUpAsMayBeRead() throws Exception {
        var known = new HashMap<>(Map.of("/api/v1/namespaces/team/pods/p", controlledBy("batch/v1", "Job", "j"),
                "/apis/batch/v1/namespaces/team/jobs/j", controlledBy("jobset.x-k8s.io/v1alpha2", "JobSet", "s")));
        answers(known);
        var torn = inspection.ownersOf(ObjectRef.pod("team", "p"));
        assertThat(torn.owners()).extracting(ObjectRef::kind).containsExactly("Job", "JobSet");
        assertThat(torn.end().orElseThrow().headline()).isEqualTo("The cluster does not serve JobSet.jobset.x-k8s.io");

        known.put("/apis/jobset.x-k8s.io/v1alpha2", served("JobSet", "jobsets", true));
        known.put("/apis/jobset.x-k8s.io/v1alpha2/namespaces/team/jobsets/s", "{\"metadata\":{}}");
        var whole = inspection.ownersOf(ObjectRef.pod("team", "p"));
        assertThat(whole.owners()).extracting(ObjectRef::name).containsExactly("j", "s");
        assertThat(whole.end()).isEmpty();
    }

    @Test
    void theDataOfASecretIsHidden() throws Exception {
        answer("""
                {"kind":"Secret","apiVersion":"v1","data":{"password":"aHVudGVyMg==","broken":"%%%"},
                 "stringData":{"token":"s3cr3t"},"metadata":{"name":"s","annotations":{
                 "kubectl.kubernetes.io/last-applied-configuration":"{\\"data\\":{\\"password\\":\\"aHVudGVyMg==\\"}}"}}}""");

        var yaml = inspection.readYaml(new ObjectRef("v1", "Secret", "secrets", "team", "s"), false);

        assertThat(yaml).doesNotContain("aHVudGVyMg", "hunter2", "s3cr3t").contains("(hidden, 7 bytes)");
    }

    @Test
    void countsOfEventsAreNeverNegative() throws Exception {
        var event = "{\"type\":\"Warning\",\"reason\":\"BackOff\",\"message\":\"again\",\"count\":2147483647}";
        answer("{\"items\":[" + event + "," + event + "]}");

        assertThat(inspection.readEvents(ObjectRef.pod("team", "p"))).singleElement().returns(Integer.MAX_VALUE,
                EventSummary::count);
    }

    @Test
    void eventsOfOldAndNewShapeComeNewestFirst() throws Exception {
        answer("""
                {"metadata":{},"items":[
                 {"type":"Normal","reason":"Pulled","message":"old shape","count":3,"source":{"component":"kubelet"},
                  "firstTimestamp":"2026-11-21T05:00:00Z","lastTimestamp":"2026-11-21T05:10:00Z","eventTime":null,
                  "metadata":{"creationTimestamp":"2026-11-21T05:00:00Z"}},
                 {"type":"Warning","reason":"FailedScheduling","message":"new shape\\n","firstTimestamp":null,
                  "lastTimestamp":null,"eventTime":"2026-11-21T05:20:00.123456Z","reportingComponent":"default-scheduler",
                  "source":{},"metadata":{"creationTimestamp":"2026-11-21T05:20:00Z"}},
                 {"reason":"Series","eventTime":"2026-11-21T04:00:00Z","series":{"count":9,
                  "lastObservedTime":"2026-11-21T05:15:00Z"}},
                 {"reason":"Timeless","firstTimestamp":"x","metadata":{}}]}""");

        assertThat(inspection.readEvents(ObjectRef.pod("team", "p"))).containsExactly(
                new EventSummary("Warning", "FailedScheduling", "new shape", "default-scheduler",
                        Instant.parse("2026-11-21T05:20:00.123456Z"), Instant.parse("2026-11-21T05:20:00.123456Z"), 1),
                new EventSummary("Normal", "Series", "", "", Instant.parse("2026-11-21T04:00:00Z"),
                        Instant.parse("2026-11-21T05:15:00Z"), 9),
                new EventSummary("Normal", "Pulled", "old shape", "kubelet", Instant.parse("2026-11-21T05:00:00Z"),
                        Instant.parse("2026-11-21T05:10:00Z"), 3),
                new EventSummary("Normal", "Timeless", "", "", null, null, 1));
        assertThat(server.exchanges().getFirst().query("fieldSelector"))
                .isEqualTo("involvedObject.kind=Pod,involvedObject.name=p,involvedObject.namespace=team");
    }

    @Test
    void whatIsNotedInTheSameWordsOfTheSamePodIsToldOnce() throws Exception {
        var backOff = """
                {"type":"Warning","reason":"BackOff","message":"restarting","count":%d,"source":{"component":"kubelet"},
                 "firstTimestamp":"2026-11-21T05:%2$s:00Z","lastTimestamp":"2026-11-21T05:%3$s:00Z",
                 "involvedObject":{"uid":"%4$s"}}""";
        answer("{\"items\":[%s,%s,%s]}".formatted(backOff.formatted(12, "00", "30", "now"),
                backOff.formatted(1, "40", "40", "now"), backOff.formatted(5, "10", "20", "of a pod before")));

        assertThat(inspection.readEvents(ObjectRef.pod("team", "p"))).containsExactly(
                new EventSummary("Warning", "BackOff", "restarting", "kubelet", Instant.parse("2026-11-21T05:00:00Z"),
                        Instant.parse("2026-11-21T05:40:00Z"), 13),
                new EventSummary("Warning", "BackOff", "restarting", "kubelet", Instant.parse("2026-11-21T05:10:00Z"),
                        Instant.parse("2026-11-21T05:20:00Z"), 5));
    }

    @Test
    void eventsOfANodeAreLookedForInTheNamespaceWhereTheyAreKeptIfTheClusterIsClosed() throws Exception {
        server.script(exchange -> exchange.json(exchange.path().equals("/api/v1/events") ? 403 : 200,
                "{\"items\":[{\"reason\":\"NodeNotReady\"}]}"));

        assertThat(inspection.readEvents(ObjectRef.node("x"))).extracting(EventSummary::reason)
                .containsExactly("NodeNotReady");
        assertThat(server.exchanges().getLast().path()).isEqualTo("/api/v1/namespaces/default/events");
    }

    @Test
    void theVersionAndTheNamespacesAreRead() throws Exception {
        answer("{\"major\":\"1\",\"minor\":\"36+\",\"gitVersion\":\"v1.36.2\",\"platform\":\"linux/amd64\"}");
        assertThat(inspection.readVersion()).isEqualTo(new ServerVersion("v1.36.2", "linux/amd64"));
        answer("{}");
        assertThat(inspection.readVersion()).isEqualTo(new ServerVersion("", ""));

        server.script(exchange -> exchange.json(200,
                exchange.query("continue").isEmpty()
                        ? "{\"metadata\":{\"continue\":\"a b\"},\"items\":[{\"metadata\":{\"name\":\"z\"}}]}"
                        : "{\"items\":[{\"metadata\":{\"name\":\"a\"}}]}"));
        assertThat(inspection.readNamespaces()).isEqualTo(List.of("a", "z"));
    }

    @Test
    void whatIsNotThereOrMakesNoSenseIsToldInWords() throws Exception {
        server.script(exchange -> exchange.json(404, "{\"kind\":\"Status\",\"message\":\"pods \\\"p\\\" not found\"}"));
        var missing = catchThrowableOfType(ProblemException.class,
                () -> inspection.readYaml(ObjectRef.pod("team", "p"), false));
        assertThat(missing.problem().kind()).isEqualTo(OperationProblemKind.NOT_FOUND);
        assertThat(missing.problem().headline()).isEqualTo("Could not read team/pods/p");

        answer("nonsense");
        assertThat(catchThrowableOfType(ProblemException.class, () -> inspection.readVersion()).problem().kind())
                .isEqualTo(OperationProblemKind.GARBLED);
        answer("[]");
        assertThat(catchThrowableOfType(ProblemException.class, () -> inspection.readYaml(ObjectRef.node("x"), false))
                .problem().kind()).isEqualTo(OperationProblemKind.GARBLED);
    }
}
