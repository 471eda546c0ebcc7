package tessera.demo.control.container;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.SimulatedTableReader;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** The files of one run of a container: those of its image, and what was written since. Any thread. */
final class SimulatedContainerFiles {

    private static final Map<String, Map<String, String>> TABLE = SimulatedTableReader
            .readTable(SimulatedContainerFiles.class, "files.yaml", new TypeReference<>() {
            });
    private static final String WORKSPACE = "/workspace";
    /** As much as a container may write here. */
    static final long ROOM = 64L << 20;
    /** What a training run has saved: as much as makes a copy take a moment, made up when it is read. */
    private static final String CHECKPOINT = WORKSPACE + "/checkpoints/step-12000.pt";
    private static final int CHECKPOINT_SIZE = 8 << 20;

    /** Contents by path; the path of a folder that may be empty ends in a slash. */
    private final NavigableMap<String, byte[]> files = new TreeMap<>();
    private final String home;
    private long written;

    SimulatedContainerFiles(SimulatedContainerContext context) {
        addAll("usual", context);
        if (context.isMinimalImage()) {
            addAll("minimal", context);
        }
        if (!context.devices().isEmpty()) {
            addAll("gpu", context);
        }
        boolean training = context.image().contains("pytorch") || context.image().contains("gaudi");
        home = training ? WORKSPACE : "/";
        if (training) {
            files.put(CHECKPOINT, new byte[0]);
        }
        context.container().path("volumeMounts").forEach(mount -> makeFolder(mount.path("mountPath").asText()));
        context.container().path("command").forEach(word -> addProgramFile(word, context));
    }

    private void addAll(String part, SimulatedContainerContext context) {
        var template = context.outputTemplate();
        Objects.requireNonNull(TABLE.get(part))
                .forEach((path, text) -> addFile(path, template.fillPlaceholders(text, "", 0, context.now())));
    }

    /** Adds a script or a configuration that the container's command mentions. */
    private void addProgramFile(JsonNode word, SimulatedContainerContext context) {
        if (word.asText().endsWith(".py")) {
            addFile(resolvePath(home, word.asText()), "#!/usr/bin/env python3\n");
        } else if (word.asText().startsWith("--config=/")) {
            addFile(word.asText().substring(9), "name: %s\nseed: 42\n"
                    .formatted(SimulatedStoreJsonCodec.textAt(context.pod(), "metadata", "name")));
        }
    }

    private void addFile(String path, String text) {
        files.put(path, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the folder where commands start. */
    String home() {
        return home;
    }

    synchronized byte @Nullable [] read(String path) {
        var content = files.get(path);
        if (path.equals(CHECKPOINT) && content != null && content.length == 0) {
            content = new byte[CHECKPOINT_SIZE];
            new Random(42).nextBytes(content);
        }
        return content;
    }

    synchronized boolean isFolder(String path) {
        return path.equals("/") || !pathsIn(path).isEmpty();
    }

    synchronized void makeFolder(String path) {
        files.put(path + "/", new byte[0]);
    }

    /** Writes a complete file; where it cannot, it fails in the words of the system. */
    synchronized void write(String path, byte[] content) throws IOException {
        if (isFolder(path)) {
            throw new IOException("Is a directory");
        }
        if (!isFolder(path.substring(0, Math.max(1, path.lastIndexOf('/'))))) {
            throw new IOException("No such file or directory");
        }
        var before = files.get(path);
        long after = written + content.length - (before == null ? 0 : before.length);
        if (after > ROOM) {
            throw new IOException("No space left on device");
        }
        written = Math.max(0, after);
        files.put(path, content);
    }

    synchronized Set<String> namesIn(String folder) {
        int start = folder.equals("/") ? 1 : folder.length() + 1;
        return pathsIn(folder).stream().map(path -> path.substring(start).replaceFirst("/.*", ""))
                .filter(name -> !name.isEmpty()).collect(Collectors.toCollection(TreeSet::new));
    }

    private Set<String> pathsIn(String folder) {
        var start = folder.equals("/") ? "/" : folder + "/";
        return files.subMap(start, true, start + Character.MAX_VALUE, false).keySet();
    }

    /** Returns the absolute path of a path that may be relative to a folder. */
    static String resolvePath(String folder, String path) {
        var steps = new ArrayList<String>();
        for (var step : List.of((path.startsWith("/") ? path : folder + "/" + path).split("/", -1))) {
            if (step.equals("..") && !steps.isEmpty()) {
                steps.removeLast();
            } else if (!step.isEmpty() && !step.equals(".") && !step.equals("..")) {
                steps.add(step);
            }
        }
        return "/" + String.join("/", steps);
    }
}
