package tessera.bench;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * A fleet as a real API server would tell it: objects that were recorded, with everything in them that differs from one
 * to the next. A pod is of about 7 KB, a node of about 11 KB. Slices and claims are put together as NVIDIA's driver and the
 * scheduler write them: one of about 5 KB a node, and eight of about 2 KB.
 */
record SyntheticFleet(int nodes, int pods) {

    private static final int RANKS = 64;
    private static final int NAMESPACES = 40;
    private static final Instant BEGINNING = Instant.parse("2026-11-01T00:00:00Z");
    private static final Template NODE = Template.read("node.json");
    private static final Template POD = Template.read("pod.json");
    private static final Template SLICE = Template.read("slice.json");
    private static final Template CLAIM = Template.read("claim.json");
    static final int GPUS = 8;

    /** What follows the number of a pod: each life of it is another pod of the same name. */
    record Moment(long version, int restarts) {}

    byte[] node(int number, Moment moment) {
        var uid = uuid(1, number);
        return NODE.fill(Map.ofEntries(Map.entry("name", nodeName(number)), Map.entry("uid", uid),
                Map.entry("version", Long.toString(moment.version())), Map.entry("created", time(number)),
                Map.entry("beat", time(moment.restarts())), Map.entry("zone", Integer.toString(number % 3)),
                Map.entry("ip", address(10, number)), Map.entry("cidr", address(172, number << 8) + "/24"),
                Map.entry("mac", mac(number)), Map.entry("machine", uid.replace("-", ""))));
    }

    byte[] pod(int number, Moment moment) {
        var job = "pretrain-" + HexFormat.of().toHexDigits(number / RANKS * 0x9E3779B9);
        int node = (int) ((long) number * nodes / pods);
        return POD.fill(Map.ofEntries(Map.entry("name", podName(number)), Map.entry("namespace", namespace(number)),
                Map.entry("uid", uuid(2, number)), Map.entry("version", Long.toString(moment.version())),
                Map.entry("created", time(number / RANKS)), Map.entry("job", job),
                Map.entry("owner", uuid(3, number / RANKS)), Map.entry("rank", Integer.toString(number % RANKS)),
                Map.entry("container", uuid(4, number).replace("-", "").repeat(2)),
                Map.entry("ip", address(11, number)), Map.entry("hostip", address(10, node)),
                Map.entry("mac", mac(number)), Map.entry("node", nodeName(node)),
                Map.entry("gpus", Integer.toString(number % 4 == 3 ? 2 : 1)),
                Map.entry("restarts", Integer.toString(moment.restarts()))));
    }

    byte[] slice(int number, Moment moment) {
        var values = new HashMap<>(Map.of("name", nodeName(number) + "-gpu.nvidia.com-x2k4f", "uid", uuid(5, number),
                "version", Long.toString(moment.version()), "created", time(number), "node", nodeName(number), "owner",
                uuid(1, number)));
        for (int gpu = 0; gpu < GPUS; gpu++) {
            values.put("gpu" + gpu, "GPU-" + uuid(6, (long) number * GPUS + gpu));
        }
        return SLICE.fill(values);
    }

    /** One of a pod that has a GPU of the node it is on. */
    byte[] claim(int number, Moment moment) {
        int node = number / GPUS;
        int pod = (int) ((long) node * pods / nodes) + number % GPUS;
        return CLAIM.fill(Map.ofEntries(Map.entry("name", podName(pod) + "-gpu-7xk2p"),
                Map.entry("namespace", namespace(pod)), Map.entry("uid", uuid(7, number)),
                Map.entry("version", Long.toString(moment.version())), Map.entry("created", time(number / RANKS)),
                Map.entry("pod", podName(pod)), Map.entry("owner", uuid(2, pod)), Map.entry("node", nodeName(node)),
                Map.entry("gpu", Integer.toString(number % GPUS))));
    }

    static String nodeName(int number) {
        return "gpu-h200-%05d".formatted(number);
    }

    static String podName(int number) {
        return "pretrain-" + HexFormat.of().toHexDigits(number / RANKS * 0x9E3779B9) + "-" + number % RANKS + "-"
                + Integer.toString(Math.floorMod(number * 48_271, 60_466_176), 36);
    }

    static String namespace(int number) {
        return "team-" + number / RANKS % NAMESPACES;
    }

    private static String time(long number) {
        return BEGINNING.plusSeconds(number * 37).toString();
    }

    private static String uuid(long kind, long number) {
        long mixed = (kind << 40 ^ number) * 0x9E3779B97F4A7C15L;
        return new UUID(mixed, Long.reverse(mixed) ^ number).toString();
    }

    private static String address(int network, int number) {
        return network + "." + (number >>> 16 & 0xff) + "." + (number >>> 8 & 0xff) + "." + (number & 0xff);
    }

    private static String mac(int number) {
        return "0a:58:%02x:%02x:%02x:%02x".formatted(number >>> 24 & 0xff, number >>> 16 & 0xff, number >>> 8 & 0xff,
                number & 0xff);
    }

    /** JSON with places to fill in, written as compactly as a server does. */
    private record Template(List<byte[]> texts, List<String> names) {

        private static final Pattern PLACE = Pattern.compile("\\$\\{(\\w+)}");

        static Template read(String resource) {
            try (var stream = Objects.requireNonNull(SyntheticFleet.class.getResourceAsStream(resource), resource)) {
                var written = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
                // Numbers to fill in are no JSON yet.
                var quoted = written.replaceAll(": (\\$\\{\\w+})", ": \"#$1#\"");
                return of(new JsonMapper().readTree(quoted).toString().replace("\"#", "").replace("#\"", ""));
            } catch (IOException e) {
                throw new IllegalStateException(resource, e);
            }
        }

        private static Template of(String json) {
            var texts = new ArrayList<byte[]>();
            var names = new ArrayList<String>();
            int done = 0;
            for (var place = PLACE.matcher(json); place.find(); done = place.end()) {
                texts.add(json.substring(done, place.start()).getBytes(StandardCharsets.UTF_8));
                names.add(place.group(1));
            }
            texts.add(json.substring(done).getBytes(StandardCharsets.UTF_8));
            return new Template(texts, names);
        }

        byte[] fill(Map<String, String> values) {
            var filled = new ByteArrayOutputStream(12_000);
            for (int i = 0; i < names.size(); i++) {
                filled.writeBytes(texts.get(i));
                var value = Objects.requireNonNull(values.get(names.get(i)), names.get(i));
                filled.writeBytes(value.getBytes(StandardCharsets.UTF_8));
            }
            filled.writeBytes(texts.getLast());
            return filled.toByteArray();
        }
    }
}
