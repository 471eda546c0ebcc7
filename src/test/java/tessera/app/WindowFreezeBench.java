package tessera.app;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javafx.application.Platform;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;
import tessera.model.ObjectRef;
import tessera.ui.shell.ScreenDestination;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How long the JavaFX thread of a window is blocked at a time while its server misbehaves and all screens are gone through. A
 * heartbeat is sent through it again and again; while one is late, the stack of the thread is sampled, and what it was at is
 * printed. What counts is the time in which the thread was at work, or waited in code of this program for a lock, for time to
 * pass, or for input: on a shared machine it also waits for a processor.
 */
@Tag("bench")
@SuppressWarnings("NullAway.Init")
class WindowFreezeBench extends OperatedWindow {

    private static final long PACE = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long LATE = TimeUnit.MILLISECONDS.toNanos(40);
    private static final long TOLD = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONGEST = TimeUnit.MILLISECONDS.toNanos(200);
    private static final int ROUNDS = Integer.getInteger("bench.rounds", 2);
    private static final int TOP = 12;
    private static final int DEPTH = 6;
    private static final List<String> PHASES = List.of("loadClass", "processCSS", "doLayoutPass", "syncPeer",
            "waitForRenderingToComplete", "waitForSync");

    /** Where a thread waits for input and yet counts as running. */
    private static final Pattern INPUT = Pattern.compile("sun\\.nio\\.(?:ch|fs)\\..*|java\\.(?:io|net)\\..*");

    private UnrulyGateway gateway;
    private volatile boolean ended;
    private int visited;
    private volatile String place = "";
    private volatile long longest;
    private volatile long longestWait;

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    @Override
    String kubeconfig() {
        try {
            gateway = new UnrulyGateway(cluster.kubeconfig());
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        return gateway.kubeconfig();
    }

    @AfterEach
    void end() {
        gateway.close();
    }

    @Test
    void theWindowIsNeverBlockedForLong() throws Exception {
        eventuallySays("connection", "live");
        var fx = onFx(Thread::currentThread);
        System.out.println("| late | at work | where |");
        var watch = Thread.ofPlatform().daemon().start(() -> watch(fx));
        for (int round = 0; round < ROUNDS; round++) {
            goThrough("behaves, round " + round);
        }
        misbehave("byte after byte", UnrulyGateway::drip);
        misbehave("a gigabyte", UnrulyGateway::endlessList);
        ended = true;
        watch.join();
        assertThat(longest).as("ns at work at a time").isLessThan(LONGEST);
        assertThat(longestWait).as("ns of waiting at a time").isLessThan(LONGEST);
    }

    private void misbehave(String how, UnrulyGateway.Answer answer) throws Exception {
        gateway.misbehave(UnrulyGateway::isOfPods, answer);
        gateway.cut();
        goThrough(how);
        gateway.behave();
        gateway.cut();
        eventuallySays("connection", "live");
    }

    private void goThrough(String text) throws Exception {
        var nodes = clusterSelection.snapshots().get().nodes();
        for (var screen : ScreenDestination.values()) {
            place = text + ": " + screen;
            onFx(() -> {
                rootPane.goTo(screen);
                return true;
            });
            TimeUnit.MILLISECONDS.sleep(400);
            place = text + ": " + screen + ", inspector";
            onFx(() -> {
                rootPane.inspect(ObjectRef.node(nodes.get(visited++ % nodes.size()).name()));
                return true;
            });
            TimeUnit.MILLISECONDS.sleep(400);
        }
    }

    private void watch(Thread fx) {
        var threads = ManagementFactory.getThreadMXBean();
        while (!ended) {
            var at = place;
            var heard = new AtomicLong();
            long sent = System.nanoTime();
            long cpu = threads.getThreadCpuTime(fx.threadId());
            Platform.runLater(() -> heard.set(System.nanoTime()));
            var stacks = new HashMap<String, Integer>();
            long waited = 0;
            while (heard.get() == 0) {
                long before = System.nanoTime();
                boolean waits = waitsInProgram(fx);
                pause(PACE);
                // Only what lasts from one sample to the next: the pause itself may be long on a shared machine.
                waited += waits && waitsInProgram(fx) ? System.nanoTime() - before : 0;
                if (System.nanoTime() - sent > LATE && heard.get() == 0) {
                    stacks.merge(stackOf(fx), 1, Integer::sum);
                }
            }
            long late = heard.get() - sent;
            long atWork = threads.getThreadCpuTime(fx.threadId()) - cpu;
            longest = Math.max(longest, atWork);
            longestWait = Math.max(longestWait, waited);
            if (late > TOLD) {
                print(at, List.of(late, atWork), stacks);
            }
            pause(PACE);
        }
        System.out.printf(Locale.ROOT, "longest at work: %d ms, waiting: %d ms%n",
                TimeUnit.NANOSECONDS.toMillis(longest), TimeUnit.NANOSECONDS.toMillis(longestWait));
    }

    /** Returns whether a thread waits in code of this program; it may wait for the renderer in a pulse, and for events. */
    private static boolean waitsInProgram(Thread thread) {
        var state = thread.getState();
        var frames = thread.getStackTrace();
        return frames.length > 0
                && (state != Thread.State.RUNNABLE || INPUT.matcher(frames[0].getClassName()).matches())
                && Arrays.stream(frames).anyMatch(frame -> frame.getClassName().startsWith("tessera."))
                && Arrays.stream(frames).noneMatch(frame -> PHASES.contains(frame.getMethodName()));
    }

    private static void print(String at, List<Long> nanos, Map<String, Integer> stacks) {
        System.out.println("| " + nanos.stream().map(each -> TimeUnit.NANOSECONDS.toMillis(each) + " ms | ")
                .collect(Collectors.joining()) + at + " |");
        stacks.entrySet().stream().sorted(Map.Entry.<String, Integer>comparingByValue().reversed()).limit(TOP)
                .forEach(entry -> System.out.printf("  %3d %s%n", entry.getValue(), entry.getKey()));
    }

    /** The frames of this program, and what of a pulse or of the Java machine is at the top. */
    private static String stackOf(Thread fx) {
        var frames = fx.getStackTrace();
        var all = Arrays.stream(frames).map(frame -> frame.getClassName() + "." + frame.getMethodName()).toList();
        var phase = PHASES.stream().filter(it -> all.stream().anyMatch(frame -> frame.contains(it))).findFirst();
        return phase.orElse(all.isEmpty() ? "idle" : all.getFirst()) + ": "
                + all.stream().filter(frame -> frame.startsWith("tessera."))
                        .map(frame -> frame.replaceAll("\\w+\\.(?=.*\\.)", "")).limit(DEPTH)
                        .collect(Collectors.joining(" < "));
    }

    private static void pause(long nanos) {
        try {
            TimeUnit.NANOSECONDS.sleep(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
