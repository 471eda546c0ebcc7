package tessera.cluster.logs;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tessera.cluster.ClusterConnection;
import tessera.cluster.fixture.Contexts;
import tessera.cluster.fixture.ScriptedServer;
import tessera.cluster.fixture.ScriptedServer.Exchange;
import tessera.cluster.fixture.ScriptedServer.Script;
import tessera.cluster.http.SessionAccessMode;
import tessera.logs.ContainerLogReadStatus;
import tessera.logs.LogBuffer;
import tessera.logs.LogLine;
import tessera.logs.LogReadRequest;
import tessera.logs.LogRetryPolicy;
import tessera.logs.PodLogReader;
import tessera.model.ObjectRef;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A log is followed through cuts and restarts: no line is lost, none comes twice, and the place is told. */
@Timeout(120)
class LogFollowingTest {

    private static final ObjectRef POD = ObjectRef.pod("team", "train-0");
    private static final LogRetryPolicy QUICK = new LogRetryPolicy(Duration.ofMillis(20), Duration.ofMillis(20),
            Duration.ofMillis(100), false);

    private final LogBuffer buffer = new LogBuffer(LogBuffer.USUAL);
    private final AtomicInteger opened = new AtomicInteger();
    private final List<Script> streams = new ArrayList<>();
    private volatile String pod = running(0);
    private ScriptedServer server;
    private ClusterConnection connection;

    @BeforeEach
    void connect() throws Exception {
        server = ScriptedServer.start(this::answer);
        connection = ClusterConnection.open(Contexts.context(server.address()), Contexts.terms(),
                () -> SessionAccessMode.READ_ONLY);
    }

    @AfterEach
    void disconnect() throws Exception {
        connection.close();
        server.close();
    }

    private void answer(Exchange exchange) throws Exception {
        if (exchange.path().endsWith("/log")) {
            int at = opened.getAndIncrement();
            (at < streams.size() ? streams.get(at) : (Script) Exchange::hang).answer(exchange);
        } else if (pod.isEmpty()) {
            status(exchange, 404, "NotFound", "pods \\\"train-0\\\" not found");
        } else {
            exchange.json(200, pod);
        }
    }

    private static void status(Exchange exchange, int code, String reason, String message) throws Exception {
        exchange.json(code, "{\"kind\":\"Status\",\"message\":\"%s\",\"reason\":\"%s\",\"code\":%d}".formatted(message,
                reason, code));
    }

    private static String pod(String uid, int restarts, String state) {
        return """
                {"metadata":{"name":"train-0","namespace":"team","uid":"%s"},
                 "spec":{"restartPolicy":"Always","initContainers":[{"name":"prepare"}],"containers":[{"name":"main"},{"name":"side"}]},
                 "status":{"phase":"Running","containerStatuses":[{"name":"main","restartCount":%d,"state":{%s}}]}}"""
                .formatted(uid, restarts, state);
    }

    private static String running(int restarts) {
        return pod("u1", restarts, "\"running\":{}");
    }

    private static String line(int second, int nanos, String text) {
        return "%s %s\n".formatted(Instant.parse("2026-11-22T01:00:00Z").plusSeconds(second).plusNanos(nanos), text);
    }

    /** Sends lines and breaks off without an end. */
    private static Script cutAfter(String... lines) {
        return exchange -> {
            exchange.begin(200, "text/plain");
            exchange.piece(String.join("", lines));
            exchange.cut();
        };
    }

    private static Script endAfter(String... lines) {
        return exchange -> {
            exchange.begin(200, "text/plain");
            exchange.piece(String.join("", lines));
            exchange.end();
        };
    }

    private static Script openAfter(String... lines) {
        return exchange -> {
            exchange.begin(200, "text/plain");
            exchange.piece(String.join("", lines));
            exchange.hang();
        };
    }

    private PodLogReader reading(boolean follow) throws Exception {
        return reading(follow, QUICK);
    }

    private PodLogReader reading(boolean follow, LogRetryPolicy retryPolicy) throws Exception {
        var source = new HttpContainerLogReader(() -> connection);
        return new PodLogReader(source, new LogReadRequest(POD, List.of("main"), false, follow, null, -1),
                source.findPod(POD), buffer, retryPolicy);
    }

    private static void until(PodLogReader reading, Predicate<ContainerLogReadStatus> wanted)
            throws InterruptedException {
        var reached = new CountDownLatch(1);
        try (var _ = reading.statuses().observe(() -> {
            if (wanted.test(reading.statuses().get().getFirst())) {
                reached.countDown();
            }
        })) {
            assertThat(reached.await(3, TimeUnit.MINUTES)).as("never came; it is " + reading.statuses().get()).isTrue();
        }
    }

    private void untilHolds(String text) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (all().stream().noneMatch(line -> line.raw().equals(text))) {
            assertThat(System.nanoTime()).as("never came; there is " + written() + notes()).isLessThan(end);
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    private List<LogLine> all() {
        return buffer.lines(0, buffer.endNumber());
    }

    private List<String> written() {
        return all().stream().filter(line -> !line.note()).map(LogLine::raw).toList();
    }

    private List<String> notes() {
        return all().stream().filter(LogLine::note).map(LogLine::raw).toList();
    }

    private List<String> asked() {
        return server.requests().stream().filter(request -> request.contains("/log?")).toList();
    }

    @Test
    void linesOfAllContainersAreReadInTheOrderInWhichTheyWereWritten() throws Exception {
        streams.add(endAfter(line(1, 0, "1"), line(4, 0, "4"), line(5, 0, "5")));
        streams.add(endAfter(line(2, 0, "2"), line(3, 0, "3"), line(6, 0, "6")));
        var source = new HttpContainerLogReader(() -> connection);
        try (var reading = new PodLogReader(source,
                new LogReadRequest(POD, List.of("main", "side"), false, false, null, -1), source.findPod(POD), buffer,
                QUICK)) {
            reading.start();
            reading.awaitEnd();
        }
        assertThat(written()).containsExactly("1", "2", "3", "4", "5", "6");
    }

    @Test
    void aCutLosesNothingAndRepeatsNothing() throws Exception {
        var before = line(1, 0, "a") + line(1, 5, "b") + line(2, 7, "c") + line(2, 7, "d");
        streams.add(cutAfter(before, "2026-11-22T01:00:02.000000007Z half of a li"));
        // Whole seconds are asked for, so the server tells again what is of the same second.
        streams.add(openAfter(line(2, 7, "c"), line(2, 7, "d"), line(2, 7, "half of a line"), line(3, 0, "e")));
        try (var reading = reading(true)) {
            reading.start();
            untilHolds("e");
        }
        assertThat(written()).containsExactly("a", "b", "c", "d", "half of a line", "e");
        assertThat(notes()).singleElement().asString().startsWith("The log is interrupted here: Lost the ");
        assertThat(all().get(4).note()).as("at its place").isTrue();
        assertThat(asked()).hasSize(2).allMatch(request -> request.contains("timestamps=true&follow=true"));
        assertThat(asked().get(1)).contains("sinceTime=2026-11-22T01%3A00%3A02Z").doesNotContain("tailLines");
    }

    @Test
    void linesOutOfOrderAreNeitherLostNorRepeated() throws Exception {
        // Standard output and standard error are stamped by two hands.
        var lines = List.of(line(5, 100, "a"), line(5, 300, "b"), line(5, 200, "c"));
        streams.add(cutAfter(lines.toArray(String[]::new)));
        streams.add(openAfter(String.join("", lines), line(5, 250, "late"), line(6, 0, "e")));
        try (var reading = reading(true)) {
            reading.start();
            untilHolds("e");
        }
        assertThat(written()).containsExactly("a", "b", "c", "late", "e");
    }

    @Test
    void aLineOfWhichAPartWasShownGoesOnWhereItWasCut() throws Exception {
        var text = "0123456789".repeat(20_000);
        streams.add(cutAfter(line(1, 0, text).substring(0, 150_000)));
        streams.add(openAfter(line(1, 0, text), line(2, 0, "next")));
        try (var reading = reading(true)) {
            reading.start();
            untilHolds("next");
        }
        assertThat(String.join("", written())).isEqualTo(text + "next");
    }

    @Test
    void whatTheNodeNoLongerKeepsIsToldWhereItIsMissing() throws Exception {
        streams.add(cutAfter(line(1, 0, "a")));
        streams.add(openAfter(line(90, 0, "z")));
        try (var reading = reading(true)) {
            reading.start();
            untilHolds("z");
        }
        assertThat(notes()).last().asString()
                .isEqualTo("Lines may be missing here because the node no longer has them");
    }

    @Test
    void aContainerThatIsStartedAgainIsFollowedAndTheRestartIsTold() throws Exception {
        streams.add(exchange -> {
            endAfter(line(1, 0, "a"), line(2, 0, "dying")).answer(exchange);
            pod = pod("u1", 0, "\"terminated\":{\"exitCode\":137,\"reason\":\"OOMKilled\"}");
        });
        streams.add(openAfter(line(2, 0, "dying"), line(9, 0, "born again")));
        try (var reading = reading(true)) {
            reading.start();
            until(reading, readStatus -> readStatus.equals(new ContainerLogReadStatus.WaitingLogStatus(
                    "The container has terminated: exit code 137, OOMKilled")));
            pod = running(2);
            untilHolds("born again");
        }
        assertThat(written()).containsExactly("a", "dying", "born again");
        assertThat(notes()).containsExactly(
                "main restarted here (restart 2). The log of the container run in between was not read.");
    }

    @Test
    void aPodThatGoesWhileItIsReadEndsTheReading() throws Exception {
        streams.add(exchange -> {
            pod = "";
            endAfter(line(1, 0, "bye")).answer(exchange);
        });
        try (var reading = reading(true)) {
            reading.start();
            assertThat(reading.awaitEnd())
                    .containsExactly(new ContainerLogReadStatus.EndedLogStatus("The pod no longer exists"));
        }
        assertThat(written()).containsExactly("bye");
    }

    @Test
    void aPodThatIsReplacedUnderItsNameIsFollowedOnFromTheFirstLineOfTheNewOne() throws Exception {
        var owned = ",\"ownerReferences\":[{\"kind\":\"StatefulSet\",\"name\":\"train\",\"controller\":true}]},";
        pod = pod.replaceFirst("\\},", owned);
        streams.add(exchange -> {
            pod = "";
            endAfter(line(5, 0, "bye")).answer(exchange);
        });
        // The clock of another node may be behind.
        streams.add(openAfter(line(4, 0, "hello"), line(6, 0, "again")));
        try (var reading = reading(true)) {
            reading.start();
            until(reading, readStatus -> readStatus.equals(new ContainerLogReadStatus.WaitingLogStatus(
                    "The pod is gone. Waiting for a new pod with this name.")));
            pod = pod("u2", 0, "\"running\":{}");
            untilHolds("again");
        }
        assertThat(written()).containsExactly("bye", "hello", "again");
        assertThat(notes()).containsExactly(
                "The pod was replaced here. The following lines are from a new pod with the same name.");
        assertThat(asked().get(1)).doesNotContain("sinceTime", "tailLines");
    }

    @Test
    void anotherPodOfTheSameNameIsNotTakenForItAfterAPause() throws Exception {
        streams.add(openAfter(line(1, 0, "a")));
        streams.add(openAfter(line(1, 0, "another"), line(2, 0, "b")));
        try (var reading = reading(true)) {
            reading.start();
            untilHolds("a");
            reading.pause();
            pod = pod("u2", 0, "\"running\":{}");
            reading.start();
            untilHolds("b");
        }
        assertThat(written()).containsExactly("a", "another", "b");
        assertThat(notes()).hasSize(1);
    }

    @Test
    void whatIsForbiddenIsToldInTheServersWords() throws Exception {
        var text = "pods \\\"train-0\\\" is forbidden: User \\\"ann\\\" cannot get resource \\\"pods/log\\\" in API group \\\"\\\" in the namespace \\\"team\\\"";
        streams.add(exchange -> status(exchange, 403, "Forbidden", text));
        try (var reading = reading(true)) {
            reading.start();
            assertThat(reading.awaitEnd()).singleElement()
                    .isInstanceOfSatisfying(ContainerLogReadStatus.RefusedLogStatus.class, refused -> {
                        assertThat(refused.problem().kind()).isEqualTo(OperationProblemKind.FORBIDDEN);
                        assertThat(refused.problem().headline())
                                .isEqualTo("You may not get pods/log in the namespace “team”");
                        assertThat(refused.problem().detail()).isEqualTo(text.replace("\\", ""));
                    });
        }
    }

    @Test
    void aLogThatIsRefusedFromTheStartIsReadOnceItMayBeWhereSomebodyLooksAtIt() throws Exception {
        Script refused = exchange -> status(exchange, 403, "Forbidden", "no");
        streams.addAll(List.of(refused, refused, openAfter(line(1, 0, "a"))));
        var insisting = new LogRetryPolicy(QUICK.statusInterval(), QUICK.shortest(), QUICK.longest(), true);
        try (var reading = reading(true, insisting)) {
            var stood = new ArrayList<ContainerLogReadStatus>();
            try (var _ = reading.statuses().observe(() -> stood.add(reading.statuses().get().getFirst()))) {
                reading.start();
                untilHolds("a");
            }
            assertThat(stood).as("nobody has to press anything").noneMatch(ContainerLogReadStatus::isFinal).anySatisfy(
                    each -> assertThat(each).isInstanceOf(ContainerLogReadStatus.InterruptedLogStatus.class));
        }
        assertThat(notes()).as("nothing was cut").isEmpty();
    }

    @Test
    void aFollowedLogThatIsRefusedForAMomentGoesOnByItselfAndSaysWhere() throws Exception {
        var text = "pods \\\"train-0\\\" is forbidden: User \\\"ann\\\" cannot get resource \\\"pods/log\\\" in API group \\\"\\\" in the namespace \\\"team\\\"";
        Script refused = exchange -> status(exchange, 403, "Forbidden", text);
        streams.addAll(List.of(endAfter(line(1, 0, "a")), refused, refused,
                exchange -> status(exchange, 401, "Unauthorized", "Unauthorized"),
                openAfter(line(1, 0, "a"), line(2, 0, "b"))));
        try (var reading = reading(true)) {
            var stood = new ArrayList<ContainerLogReadStatus>();
            try (var _ = reading.statuses().observe(() -> stood.add(reading.statuses().get().getFirst()))) {
                reading.start();
                untilHolds("b");
            }
            assertThat(stood).as("nobody has to press anything").noneMatch(ContainerLogReadStatus::isFinal).anySatisfy(
                    each -> assertThat(each).isInstanceOf(ContainerLogReadStatus.InterruptedLogStatus.class));
        }
        assertThat(written()).containsExactly("a", "b");
        assertThat(notes()).containsExactly(
                "The log is interrupted here: You may not get pods/log in the namespace “team”. It continues "
                        + "when the problem is resolved.");
    }

    @Test
    void aContainerThatHasNotStartedIsWaitedFor() throws Exception {
        var text = "container \\\"main\\\" in pod \\\"train-0\\\" is waiting to start: ContainerCreating";
        var started = new CountDownLatch(1);
        streams.add(exchange -> status(exchange, 400, "BadRequest", text));
        streams.add(exchange -> {
            assertThat(started.await(3, TimeUnit.MINUTES)).isTrue();
            openAfter(line(1, 0, "here I am")).answer(exchange);
        });
        try (var reading = reading(true)) {
            reading.start();
            until(reading, readStatus -> readStatus
                    .equals(new ContainerLogReadStatus.WaitingLogStatus(text.replace("\\", ""))));
            started.countDown();
            untilHolds("here I am");
        }
    }

    @Test
    void aReadingThatWasPausedGoesOnWhereItWas() throws Exception {
        streams.add(openAfter(line(1, 0, "a"), line(1, 1, "b")));
        streams.add(openAfter(line(1, 0, "a"), line(1, 1, "b"), line(1, 2, "c")));
        try (var reading = reading(true)) {
            reading.start();
            untilHolds("b");
            reading.pause();
            reading.start();
            untilHolds("c");
        }
        assertThat(written()).containsExactly("a", "b", "c");
        assertThat(notes()).as("it was no cut").isEmpty();
    }

    @Test
    void withoutFollowingItEndsAndACutIsAFailure() throws Exception {
        streams.add(endAfter(line(1, 0, "a"), "2026-11-22T01:00:02Z without an end"));
        streams.add(cutAfter(line(1, 0, "a")));
        try (var reading = reading(false)) {
            reading.start();
            assertThat(reading.awaitEnd()).containsExactly(new ContainerLogReadStatus.EndedLogStatus(""));
            assertThat(written()).containsExactly("a", "without an end");
        }
        try (var reading = reading(false)) {
            reading.start();
            assertThat(reading.awaitEnd()).singleElement().isInstanceOf(ContainerLogReadStatus.RefusedLogStatus.class);
        }
        assertThat(asked()).noneMatch(request -> request.contains("follow"));
    }

    @Test
    void aPodThatIsNotThereIsSaidToBe() {
        pod = "";
        assertThatThrownBy(() -> reading(true)).isInstanceOfSatisfying(ProblemException.class,
                problemException -> assertThat(problemException.problem().kind())
                        .isEqualTo(OperationProblemKind.NOT_FOUND));
    }
}
