package tessera.demo.control.container;

import java.io.IOException;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import tessera.demo.fleet.plan.Facts;

/** The program {@code nvidia-smi}: which GPUs a container was given. */
record NvidiaTool(Scene scene) {

    private static final DateTimeFormatter HEAD = DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private static final String EDGE = "+" + "-".repeat(89) + "+\n";
    private static final String RULE = "+" + "-".repeat(41) + "+" + "-".repeat(24) + "+" + "-".repeat(22) + "+\n";

    int run(List<String> words, Console console) throws IOException {
        if (words.equals(List.of("nvidia-smi", "-L"))) {
            list(console);
            return 0;
        }
        if (words.size() > 1) {
            console.out("Invalid combination of input arguments. Please run 'nvidia-smi -h' for help.\n\n");
            return 2;
        }
        table(console);
        return 0;
    }

    private String product() {
        var label = scene.node().path("metadata").path("labels").path("nvidia.com/gpu.product").asText("NVIDIA GPU");
        return label.replaceFirst("-SHARED$|-MIG-.*$", "").replaceFirst("^(NVIDIA|Tesla)-", "$1 ")
                .replaceFirst("(H100)-(\\w+)-(\\w+)$", "$1 $2 $3");
    }

    private void list(Console console) throws IOException {
        int number = 0;
        int part = 0;
        for (var device : scene.devices()) {
            if (device.profile().isEmpty()) {
                console.out("GPU %d: %s (UUID: %s)\n".formatted(number++, product(), device.uuid()));
            } else {
                if (part == 0) {
                    console.out("GPU %d: %s (UUID: GPU-%s)\n".formatted(number, product(), scene.uuid("parent")));
                }
                console.out("  MIG %-11s Device %2d: (UUID: %s)\n".formatted(device.profile(), part++, device.uuid()));
            }
        }
    }

    private void table(Console console) throws IOException {
        console.out(HEAD.format(scene.now()) + "       \n" + EDGE);
        console.out("| NVIDIA-SMI %-23sDriver Version: %-15sCUDA Version: 13.0     |\n".formatted(Facts.DRIVER,
                Facts.DRIVER));
        console.out(RULE + """
                | GPU  Name                 Persistence-M | Bus-Id          Disp.A | Volatile Uncorr. ECC |
                | Fan  Temp   Perf          Pwr:Usage/Cap |           Memory-Usage | GPU-Util  Compute M. |
                |                                         |                        |               MIG M. |
                |=========================================+========================+======================|
                """);
        for (int i = 0; i < gpus(); i++) {
            row(i, console);
        }
        console.out("\n" + EDGE + """
                | Processes:                                                                              |
                |  GPU   GI   CI              PID   Type   Process name                        GPU Memory |
                |        ID   ID                                                               Usage      |
                |=========================================================================================|
                |  No running processes found                                                             |
                """ + EDGE);
    }

    private int gpus() {
        return (int) scene.devices().stream().filter(device -> device.profile().isEmpty()).count()
                + (scene.devices().stream().anyMatch(device -> !device.profile().isEmpty()) ? 1 : 0);
    }

    private void row(int number, Console console) throws IOException {
        boolean divided = scene.devices().stream().anyMatch(device -> !device.profile().isEmpty());
        int memory = scene.node().path("metadata").path("labels").path("nvidia.com/gpu.memory").asInt(81559);
        int used = scene.number("used" + number, memory / 2, memory * 9 / 10);
        console.out("| %3d  %-28.28s   On  |   00000000:%02X:00.0 Off | %20s |\n".formatted(number, product(),
                0x18 + 0x11 * number, divided ? "On" : "0"));
        console.out("| N/A   %2dC    P0            %3dW /  700W | %8dMiB / %7dMiB | %7s      Default |\n".formatted(
                scene.number("heat" + number, 38, 67), scene.number("power" + number, 240, 690), used, memory,
                divided ? "N/A" : scene.number("busy" + number, 61, 100) + "%"));
        console.out("| %39s | %22s | %20s |\n".formatted("", "", divided ? "Enabled" : "Disabled") + RULE);
    }
}
