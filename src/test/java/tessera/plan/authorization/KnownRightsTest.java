package tessera.plan.authorization;

import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tessera.cluster.change.Console;
import tessera.cluster.fixture.Seen;
import tessera.cluster.http.SessionAccessMode;
import tessera.demo.SimulatedCluster;
import tessera.demo.api.contract.MovableClock;
import tessera.demo.http.SimulatedHttpServerFault;
import tessera.demo.http.SimulatedHttpServerFaults;
import tessera.flow.LatestValue;
import tessera.model.ObjectRef;
import tessera.model.ProblemException;
import tessera.model.RequiredPermission;

import static org.assertj.core.api.Assertions.assertThat;

/** What one may do is asked of the server in the background, and remembered for a while. */
@Timeout(180)
class KnownRightsTest {

    private static final String REVIEWS = "POST /apis/authorization.k8s.io/v1/selfsubjectaccessreviews.*";
    private static final ObjectRef NODE = ObjectRef.node("h100-01");
    private static final RequiredPermissions TAINT = RequiredPermissions.requireAll("taint nodes",
            List.of(RequiredPermission.forObject("patch", NODE, "")));
    private static final RequiredPermissions DELETE = RequiredPermissions.requireAll("delete pods",
            List.of(RequiredPermission.forObject("delete", ObjectRef.pod("research", "b200-probe"), "")));

    private final MovableClock clock = new MovableClock(Instant.parse("2026-11-21T14:00:00Z"));
    private final AtomicInteger rounds = new AtomicInteger();
    private final AtomicReference<String> place = new AtomicReference<>("prod-eu");
    private final AtomicBoolean twice = new AtomicBoolean(true);
    private final AtomicInteger asked = new AtomicInteger();
    /** What happens each time while the server is asked. */
    private final AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});
    private SimulatedCluster cluster;
    private Console console;
    private PermissionCache permissionCache;
    private LatestValue.ObserverRegistration registration;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        cluster = SimulatedCluster.start(SimulatedCluster.SimulationOptions.defaultOptions().withActivity(false));
        console = Console.open(cluster, folder, "nodeadmin", SessionAccessMode.READ_ONLY);
        permissionCache = new PermissionCache(new Server(), clock);
        registration = permissionCache.observe(() -> rounds.incrementAndGet());
    }

    @AfterEach
    void close() {
        registration.close();
        console.close();
        cluster.close();
    }

    private void forward(int seconds) {
        clock.set(clock.instant().plusSeconds(seconds));
    }

    /** Why something is refused, once that is known. */
    private Optional<String> refused(RequiredPermissions requiredPermissions) throws InterruptedException {
        for (int before = rounds.get(); permissionCache.refusalText(requiredPermissions)
                .isEmpty(); before = rounds.get()) {
            int heard = before;
            Seen.await(() -> rounds.get() > heard);
        }
        return permissionCache.refusalText(requiredPermissions);
    }

    /** What is known once it was asked. */
    private Optional<String> once(RequiredPermissions requiredPermissions) throws InterruptedException {
        int before = rounds.get();
        var already = permissionCache.refusalText(requiredPermissions);
        assertThat(already).as("what is not known yet speaks against nothing").isEmpty();
        Seen.await(() -> rounds.get() > before);
        return permissionCache.refusalText(requiredPermissions);
    }

    @Test
    void whatMayNotBeDoneIsKnownOnceItWasAskedAndNotBefore() throws Exception {
        assertThat(permissionCache.refusalText(DELETE)).as("what is not known yet speaks against nothing").isEmpty();
        assertThat(refused(DELETE)).contains("You may not delete pods in research");
        assertThat(once(TAINT)).as("whose business nodes are").isEmpty();
    }

    @Test
    void theSameIsNotAskedAgainForAWhileThenAnewWhileTheAnswerBeforeServes() throws Exception {
        assertThat(refused(DELETE)).isPresent();
        int questions = asked.get();
        assertThat(permissionCache.refusalText(DELETE)).isPresent();
        forward(50);
        assertThat(permissionCache.refusalText(DELETE)).isPresent();
        assertThat(asked.get()).isEqualTo(questions);

        allow("delete", "pods");
        forward(20);
        assertThat(permissionCache.refusalText(DELETE)).as("so it was when it was asked").isPresent();
        Seen.await(() -> permissionCache.refusalText(DELETE).isEmpty());
    }

    @Test
    void whatWasWantedOnceMoreWhileItWasAskedIsNotHeldForANewAnswer() throws Exception {
        int before = rounds.get();
        meanwhile.set(() -> permissionCache.refusalText(DELETE));
        try (var _ = permissionCache.observe(() -> forward(rounds.get() == before + 1 ? 50 : 0))) {
            assertThat(refused(DELETE)).isPresent();
            Seen.await(() -> rounds.get() == before + 2);
        }
        meanwhile.set(() -> {});

        allow("delete", "pods");
        forward(20);
        Seen.await(() -> permissionCache.refusalText(DELETE).isEmpty());
    }

    @Test
    void whatIsAllowedForAKindIsNotAskedForEachObject() throws Exception {
        assertThat(once(TAINT)).isEmpty();
        int questions = asked.get();
        assertThat(permissionCache.refusalText(RequiredPermissions.requireAll("taint nodes",
                List.of(RequiredPermission.forObject("patch", ObjectRef.node("h200-01"), ""))))).isEmpty();
        assertThat(asked.get()).isEqualTo(questions);
    }

    @Test
    void anAnswerThatDoesNotComeSpeaksAgainstNothing() throws Exception {
        SimulatedHttpServerFaults.of(cluster).addFault(REVIEWS,
                SimulatedHttpServerFault.ofAnswer(500, "text/plain", "out of order"), 50);
        assertThat(once(DELETE)).isEmpty();
    }

    @Test
    void whatOneClusterSaidIsNotTakenForAnothersWord() throws Exception {
        assertThat(refused(DELETE)).isPresent();
        place.set("research-us");
        assertThat(permissionCache.refusalText(DELETE)).isEmpty();
        place.set("");
        assertThat(permissionCache.refusalText(DELETE)).as("no cluster is open").isEmpty();
    }

    @Test
    void whatIsAllowedInOneNamespaceIsAllowedSomewhere() throws Exception {
        var launch = RequiredPermissions.anyNamespace("create pods or Jobs",
                RequiredPermission.forObject("create", ObjectRef.pod("", ""), ""),
                new RequiredPermission("create", "batch", "jobs", "", "", ""));
        assertThat(refused(launch)).contains("You may not create pods or Jobs");

        allow("create", "jobs");
        forward(70);
        Seen.await(() -> permissionCache.refusalText(launch).isEmpty());
    }

    @Test
    void oneOfTwoWaysIsEnough() throws Exception {
        assertThat(once(DELETE.or(TAINT))).isEmpty();
        var neither = RequiredPermissions
                .requireAll("evict pods",
                        List.of(RequiredPermission.forObject("create", ObjectRef.pod("research", "x"), "eviction")))
                .or(DELETE);
        Seen.await(() -> permissionCache.refusalText(neither).isPresent());
        assertThat(permissionCache.refusalText(neither)).contains("You may not evict pods in research");
    }

    @Test
    void whoMayOnlyGetExecMayNotWhereTheServerAsksTwice() throws Exception {
        var exec = RequiredPermissions.forPodConnection("run commands in pods", ObjectRef.pod("research", "b200-probe"),
                "exec");
        allow("get", "pods/exec");
        assertThat(refused(exec)).contains("You may not run commands in pods in research");

        twice.set(false);
        forward(70);
        Seen.await(() -> permissionCache.refusalText(exec).isEmpty());
    }

    private void allow(String verb, String resource) throws Exception {
        try (var admin = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig()))
                .build()) {
            var roles = admin.rbac();
            roles.roles().inNamespace("research")
                    .resource(new RoleBuilder().withNewMetadata().withName("own").endMetadata().addNewRule()
                            .withApiGroups("", "batch").withResources(resource).withVerbs(verb).endRule().build())
                    .create();
            roles.roleBindings().inNamespace("research")
                    .resource(new RoleBindingBuilder().withNewMetadata().withName("own").endMetadata()
                            .withNewRoleRef("rbac.authorization.k8s.io", "Role", "own")
                            .addNewSubject("rbac.authorization.k8s.io", "User", "nodeadmin", null).build())
                    .create();
        }
    }

    /** The server of the simulated cluster, by its kubeconfig. */
    private final class Server implements PermissionCache.AccessReviewSource {

        @Override
        public String openCluster() {
            return place.get();
        }

        @Override
        public boolean isAllowed(RequiredPermission permission) throws ProblemException, InterruptedException {
            asked.incrementAndGet();
            meanwhile.get().run();
            return console.runner().checkAccess(permission).allowed();
        }

        @Override
        public boolean checksUpgradeVerb() {
            return twice.get();
        }

        @Override
        public List<String> namespaces() {
            return List.of("research", "serving");
        }
    }
}
