package tessera.demo.control.container;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import tessera.demo.telemetry.SimulatedPhysicalGpu;

/** The command {@code nvidia-smi dmon}: one line per GPU and second, until interrupted or the count is reached. */
record SimulatedNvidiaSmiDmon(SimulatedContainerContext environment, List<SimulatedPhysicalGpu> gpus) {

    private static final String HEAD = """
            # gpu    pwr  gtemp  mtemp     sm    mem    enc    dec    jpg    ofa   mclk   pclk
            # Idx      W      C      C      %      %      %      %      %      %    MHz    MHz
            """;
    private static final Pattern COUNT = Pattern.compile("\\d{1,6}");
    private static final int HEADING = 20;

    int run(List<String> options, SimulatedProgramInputOutput console) throws IOException, InterruptedException {
        int at = options.indexOf("-c");
        long count = Long.MAX_VALUE;
        if (at >= 0) {
            if (at + 1 >= options.size() || !COUNT.matcher(options.get(at + 1)).matches()) {
                console.printOutput("Option \"-c\" requires a number.\n");
                return 2;
            }
            count = Long.parseLong(options.get(at + 1));
        }
        for (long time = 0; time < count; time++) {
            if (time > 0) {
                console.pause(Duration.ofSeconds(1));
            }
            if (time % HEADING == 0) {
                console.printOutput(HEAD);
            }
            for (var physicalGpu : gpus) {
                printLine(physicalGpu, console);
            }
        }
        return 0;
    }

    private void printLine(SimulatedPhysicalGpu physicalGpu, SimulatedProgramInputOutput console) throws IOException {
        var reading = environment.signals().samplesOf(environment.node()).stream()
                .filter(sample -> sample.unit().physicalGpu().uuid().equals(physicalGpu.uuid())).findFirst();
        if (reading.isEmpty()) {
            console.printOutput("%5d      -      -      -      -      -      -      -      -      -      -      -\n"
                    .formatted(gpus.indexOf(physicalGpu)));
            return;
        }
        var now = reading.get();
        var condition = now.condition();
        // What is divided has no rates of its own.
        var busy = physicalGpu.isMigEnabled() ? "-" : Long.toString(Math.round(100 * now.engine()));
        var memory = physicalGpu.isMigEnabled() ? "-" : Long.toString(Math.round(100 * now.dram()));
        console.printOutput("%5d %6.0f %6d %6d %6s %6s %6d %6d %6d %6d %6d %6d\n".formatted(gpus.indexOf(physicalGpu),
                condition.power(), condition.temperature(), condition.memoryTemperature(), busy, memory, 0, 0, 0, 0,
                condition.memoryClock(), condition.clock()));
    }
}
