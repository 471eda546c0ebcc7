package tessera.demo.control.container;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** The simulated files of a container. */
final class SimulatedContainerFiles {

    private static final List<String> ROOT = List.of("bin", "boot", "dev", "etc", "home", "lib", "lib64", "media",
            "mnt", "opt", "proc", "root", "run", "sbin", "srv", "sys", "tmp", "usr", "var");

    /** What a training run has saved: as much as makes a copy take a moment. */
    private static final int CHECKPOINT = 8 << 20;

    private final SimulatedContainerFileLayer disk;
    private final SortedMap<String, String> texts = new TreeMap<>();
    private final TreeSet<String> folders = new TreeSet<>();
    private final String home;

    /** @param disk what was written since */
    SimulatedContainerFiles(SimulatedContainerContext environment, SimulatedContainerFileLayer disk) {
        this.disk = disk;
        ROOT.forEach(name -> folders.add("/" + name));
        var host = environment.hostName();
        var namespace = SimulatedStoreJsonCodec.textAt(environment.pod(), "metadata", "namespace");
        putText("/etc/hostname", host + "\n");
        putText("/etc/hosts", """
                # Kubernetes-managed hosts file.
                127.0.0.1\tlocalhost
                ::1\tlocalhost ip6-localhost ip6-loopback
                %s\t%s
                """.formatted(SimulatedStoreJsonCodec.textAt(environment.pod(), "status", "podIP"), host));
        putText("/etc/resolv.conf",
                "search %s.svc.cluster.local svc.cluster.local cluster.local\nnameserver 10.96.0.10\n"
                        .formatted(namespace) + "options ndots:5\n");
        putText("/etc/os-release", environment.isMinimalImage()
                ? "NAME=\"Alpine Linux\"\nID=alpine\nVERSION_ID=3.22.1\n"
                : "PRETTY_NAME=\"Ubuntu 24.04.3 LTS\"\nNAME=\"Ubuntu\"\nVERSION_ID=\"24.04\"\nID=ubuntu\n");
        putText("/var/run/secrets/kubernetes.io/serviceaccount/namespace", namespace);
        if (!environment.devices().isEmpty()) {
            putText("/proc/driver/nvidia/version", "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  "
                    + environment.driverVersion() + "  Release Build\n");
        }
        environment.container().path("volumeMounts")
                .forEach(mount -> addFolder(SimulatedStoreJsonCodec.textAt(mount, "mountPath")));
        home = environment.image().contains("pytorch") || environment.image().contains("gaudi") ? "/workspace" : "/";
        addFolder(home);
        if (home.equals("/workspace")) {
            addFolder("/workspace/checkpoints");
        }
        for (var word : environment.container().path("command")) {
            if (word.asText().endsWith(".py")) {
                putText(home.equals("/") ? "/" + word.asText() : home + "/" + word.asText(),
                        "#!/usr/bin/env python3\n");
            } else if (word.asText().startsWith("--config=/")) {
                putText(word.asText().substring(9), "name: %s\nseed: 42\n"
                        .formatted(SimulatedStoreJsonCodec.textAt(environment.pod(), "metadata", "name")));
            }
        }
    }

    private void putText(String path, String text) {
        texts.put(path, text);
        addFolder(path.substring(0, path.lastIndexOf('/')));
    }

    private void addFolder(String path) {
        for (int slash = path.length(); slash > 1; slash = path.lastIndexOf('/', slash - 1)) {
            folders.add(path.substring(0, slash));
        }
    }

    /** Returns the folder where commands start. */
    String home() {
        return home;
    }

    @Nullable
    String readText(String path) {
        var bytes = disk.read(path);
        if (bytes == null) {
            return texts.get(path);
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private boolean isCheckpoint(String path) {
        return path.equals("/workspace/checkpoints/step-12000.pt") && folders.contains("/workspace/checkpoints");
    }

    /** Returns the size of a file in bytes; -1 if it does not exist. */
    long sizeOf(String path) {
        var bytes = disk.read(path);
        var text = texts.get(path);
        if (bytes != null) {
            return bytes.length;
        }
        if (text != null) {
            return text.getBytes(StandardCharsets.UTF_8).length;
        }
        if (isCheckpoint(path)) {
            return CHECKPOINT;
        }
        return -1;
    }

    /** Opens an existing file for reading. */
    InputStream open(String path) {
        var bytes = disk.read(path);
        if (bytes == null && isCheckpoint(path)) {
            return new SimulatedModelWeightStream(CHECKPOINT);
        }
        return new ByteArrayInputStream(
                bytes == null ? texts.getOrDefault(path, "").getBytes(StandardCharsets.UTF_8) : bytes);
    }

    /**
     * Writes a complete file.
     *
     * @throws IOException if it cannot be written, in the words of the system
     */
    void write(String path, byte[] content) throws IOException {
        if (isFolder(path)) {
            throw new IOException("Is a directory");
        }
        if (!isFolder(path.substring(0, Math.max(1, path.lastIndexOf('/'))))) {
            throw new IOException("No such file or directory");
        }
        disk.write(path, content);
    }

    void makeFolder(String path) {
        disk.makeFolder(path);
    }

    boolean isFolder(String path) {
        return path.equals("/") || folders.contains(path) || disk.isFolder(path);
    }

    /** Returns the names in a folder, sorted. */
    List<String> namesIn(String folder) {
        var names = new TreeSet<String>();
        var start = folder.equals("/") ? "/" : folder + "/";
        for (var all : List.of(texts.keySet(), folders, disk.paths())) {
            for (var path : all) {
                if (path.startsWith(start) && path.indexOf('/', start.length()) < 0) {
                    names.add(path.substring(start.length()));
                }
            }
        }
        if (folder.equals("/workspace/checkpoints") && folders.contains(folder)) {
            names.add("step-12000.pt");
        }
        return new ArrayList<>(names);
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

    /** A reproducible stream of bytes that resemble model weights. */
    private static final class SimulatedModelWeightStream extends InputStream {

        private long remaining;
        private long state = 42;

        SimulatedModelWeightStream(long size) {
            remaining = size;
        }

        @Override
        public int read() {
            if (remaining == 0) {
                return -1;
            }
            remaining--;
            state = state * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
            return (int) (state >>> 56);
        }

        @Override
        public int read(byte[] target, int from, int length) {
            int count = (int) Math.min(length, remaining);
            for (int at = 0; at < count; at++) {
                target[from + at] = (byte) read();
            }
            return count == 0 && length > 0 ? -1 : count;
        }
    }
}
