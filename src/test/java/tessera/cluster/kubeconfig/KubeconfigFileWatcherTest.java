package tessera.cluster.kubeconfig;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class KubeconfigFileWatcherTest {

    private static final Duration OFTEN = Duration.ofMillis(10);

    @TempDir
    Path folder;

    private static String contexts(String... names) {
        var text = new StringBuilder("contexts:\n");
        for (var name : names) {
            text.append("- {name: ").append(name).append(", context: {cluster: c}}\n");
        }
        return text + "clusters: [{name: c, cluster: {server: https://c}}]\n";
    }

    /** At once, so that no empty file is read between. */
    private static void rewrite(Path file, String text) throws IOException {
        var next = Files.writeString(file.resolveSibling(file.getFileName() + ".next"), text);
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Test
    void aChangeIsNoticedAndABrokenRewriteKeepsTheLastGoodState() throws Exception {
        var file = Files.writeString(folder.resolve("config"), contexts("one"));
        var seen = new LinkedBlockingQueue<Kubeconfig>();
        try (var watch = KubeconfigFileWatcher.start(new ProcessEnvironment(Map.of(), folder, folder, file), OFTEN)) {
            watch.newest().observe(() -> seen.add(watch.newest().get()));
            next(seen, config -> config.contexts().size() == 1);

            rewrite(file, contexts("one", "two"));
            next(seen, config -> config.contexts().size() == 2);

            rewrite(file, "contexts: [");
            var broken = next(seen, config -> !config.problems().isEmpty());
            assertThat(broken.contexts()).hasSize(2);

            rewrite(file, contexts("one", "two", "three"));
            var mended = next(seen, config -> config.problems().isEmpty());
            assertThat(mended.contexts()).hasSize(3);
        }
    }

    @Test
    void aFileThatStaysBrokenDoesNotHideTheChangesOfAnother() throws Exception {
        var whole = Files.writeString(folder.resolve("whole"), contexts("one"));
        var breaking = Files.writeString(folder.resolve("breaking"), contexts("old"));
        var list = whole + File.pathSeparator + breaking;
        var seen = new LinkedBlockingQueue<Kubeconfig>();
        try (var watch = KubeconfigFileWatcher
                .start(new ProcessEnvironment(Map.of("KUBECONFIG", list), folder, folder, null), OFTEN)) {
            watch.newest().observe(() -> seen.add(watch.newest().get()));
            rewrite(breaking, "contexts: [");
            next(seen, config -> !config.problems().isEmpty());

            rewrite(whole, contexts("one", "two"));
            var later = next(seen, config -> config.findContext("two").isPresent());
            assertThat(later.contexts()).extracting(KubeconfigContextEntry::name).containsExactly("one", "two", "old");
            assertThat(later.problems()).hasSize(1);
        }
    }

    @Test
    void aFileThatTheKubeconfigNamesIsWatchedToo() throws Exception {
        var key = folder.resolve("ca.pem");
        var file = Files.writeString(folder.resolve("config"), """
                contexts: [{name: x, context: {cluster: c}}]
                clusters: [{name: c, cluster: {server: https://c, certificate-authority: ca.pem}}]
                """);
        var seen = new LinkedBlockingQueue<Kubeconfig>();
        try (var watch = KubeconfigFileWatcher.start(new ProcessEnvironment(Map.of(), folder, folder, file), OFTEN)) {
            watch.newest().observe(() -> seen.add(watch.newest().get()));
            next(seen, config -> true);

            rewrite(key, "certificate");

            next(seen, config -> true);
        }
    }

    private static Kubeconfig next(LinkedBlockingQueue<Kubeconfig> seen, Predicate<Kubeconfig> wanted)
            throws InterruptedException {
        while (true) {
            var next = seen.poll(10, TimeUnit.SECONDS);
            assertThat(next).as("a reload within ten seconds").isNotNull();
            if (wanted.test(next)) {
                return next;
            }
        }
    }
}
