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
import tessera.demo.store.StoreJson;

/** The files of a container, as far as there are any worth a look. */
final class ContainerFiles {

    private static final List<String> ROOT = List.of("bin", "boot", "dev", "etc", "home", "lib", "lib64", "media",
            "mnt", "opt", "proc", "root", "run", "sbin", "srv", "sys", "tmp", "usr", "var");

    /** What a training run has saved: as much as makes a copy take a moment. */
    private static final int CHECKPOINT = 8 << 20;

    private final ContainerDisk disk;
    private final SortedMap<String, String> texts = new TreeMap<>();
    private final TreeSet<String> folders = new TreeSet<>();
    private final String home;

    /** @param disk what was written since */
    ContainerFiles(ContainerScene scene, ContainerDisk disk) {
        this.disk = disk;
        ROOT.forEach(name -> folders.add("/" + name));
        var host = scene.host();
        var namespace = StoreJson.text(scene.pod(), "metadata", "namespace");
        put("/etc/hostname", host + "\n");
        put("/etc/hosts", """
                # Kubernetes-managed hosts file.
                127.0.0.1\tlocalhost
                ::1\tlocalhost ip6-localhost ip6-loopback
                %s\t%s
                """.formatted(StoreJson.text(scene.pod(), "status", "podIP"), host));
        put("/etc/resolv.conf", "search %s.svc.cluster.local svc.cluster.local cluster.local\nnameserver 10.96.0.10\n"
                .formatted(namespace) + "options ndots:5\n");
        put("/etc/os-release", scene.small()
                ? "NAME=\"Alpine Linux\"\nID=alpine\nVERSION_ID=3.22.1\n"
                : "PRETTY_NAME=\"Ubuntu 24.04.3 LTS\"\nNAME=\"Ubuntu\"\nVERSION_ID=\"24.04\"\nID=ubuntu\n");
        put("/var/run/secrets/kubernetes.io/serviceaccount/namespace", namespace);
        if (!scene.devices().isEmpty()) {
            put("/proc/driver/nvidia/version", "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  "
                    + scene.driver() + "  Release Build\n");
        }
        scene.container().path("volumeMounts").forEach(mount -> folder(StoreJson.text(mount, "mountPath")));
        home = scene.image().contains("pytorch") || scene.image().contains("gaudi") ? "/workspace" : "/";
        folder(home);
        if (home.equals("/workspace")) {
            folder("/workspace/checkpoints");
        }
        for (var word : scene.container().path("command")) {
            if (word.asText().endsWith(".py")) {
                put(home.equals("/") ? "/" + word.asText() : home + "/" + word.asText(), "#!/usr/bin/env python3\n");
            } else if (word.asText().startsWith("--config=/")) {
                put(word.asText().substring(9),
                        "name: %s\nseed: 42\n".formatted(StoreJson.text(scene.pod(), "metadata", "name")));
            }
        }
    }

    private void put(String path, String text) {
        texts.put(path, text);
        folder(path.substring(0, path.lastIndexOf('/')));
    }

    private void folder(String path) {
        for (int slash = path.length(); slash > 1; slash = path.lastIndexOf('/', slash - 1)) {
            folders.add(path.substring(0, slash));
        }
    }

    /** Where commands begin. */
    String home() {
        return home;
    }

    @Nullable
    String text(String path) {
        var bytes = disk.read(path);
        return bytes == null ? texts.get(path) : new String(bytes, StandardCharsets.UTF_8);
    }

    private boolean checkpoint(String path) {
        return path.equals("/workspace/checkpoints/step-12000.pt") && folders.contains("/workspace/checkpoints");
    }

    /** How long a file is, in bytes; -1 where there is none. */
    long size(String path) {
        var bytes = disk.read(path);
        var text = texts.get(path);
        return bytes != null ? bytes.length
                : text != null ? text.getBytes(StandardCharsets.UTF_8).length : checkpoint(path) ? CHECKPOINT : -1;
    }

    /** What is in a file that is there. */
    InputStream open(String path) {
        var bytes = disk.read(path);
        if (bytes == null && checkpoint(path)) {
            return new WeightBytes(CHECKPOINT);
        }
        return new ByteArrayInputStream(
                bytes == null ? texts.getOrDefault(path, "").getBytes(StandardCharsets.UTF_8) : bytes);
    }

    /**
     * Writes a file whole.
     *
     * @throws IOException if it cannot be written, in the words of the system
     */
    void write(String path, byte[] content) throws IOException {
        if (folderAt(path)) {
            throw new IOException("Is a directory");
        }
        if (!folderAt(path.substring(0, Math.max(1, path.lastIndexOf('/'))))) {
            throw new IOException("No such file or directory");
        }
        disk.write(path, content);
    }

    void makeFolder(String path) {
        disk.makeFolder(path);
    }

    boolean folderAt(String path) {
        return path.equals("/") || folders.contains(path) || disk.folderAt(path);
    }

    /** The names in a folder, in order. */
    List<String> names(String folder) {
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

    /** A path from the root, whether it was said from there or from a folder. */
    static String from(String folder, String path) {
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
