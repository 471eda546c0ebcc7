package tessera.stack;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class LogComplaintTest {

    static Stream<Arguments> logs() {
        return Stream.of(
                Arguments.of("""
                        Traceback (most recent call last):
                          File "/app/train.py", line 12, in <module>
                            model.to("cuda")
                        ValueError: unknown architecture qwen9
                          warnings.warn(message)
                        """, "ValueError: unknown architecture qwen9"),
                Arguments.of("""
                        [rank1]: Traceback (most recent call last):
                        [rank1]:   File "/app/train.py", line 40, in main
                        [rank1]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.
                        Traceback (most recent call last):
                          File "/usr/bin/torchrun", line 8, in <module>
                        torch.distributed.elastic.multiprocessing.errors.ChildFailedError:
                        """, "[rank1]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB."),
                Arguments.of("""
                        time="2025-08-19T11:17:47Z" level=fatal msg="Error applying MIG configuration"
                        Restarting any GPU clients
                        node/gcp-1 labeled
                        """, "time=\"2025-08-19T11:17:47Z\" level=fatal msg=\"Error applying MIG configuration\""),
                Arguments.of("""
                        I1016 10:00:00.1       1 main.go:317] Loading configuration.
                        E1016 10:00:00.4       1 main.go:173] error starting plugins
                        I1016 10:00:00.5       1 main.go:180] Stopping
                        """, "E1016 10:00:00.4       1 main.go:173] error starting plugins"));
    }

    @ParameterizedTest
    @MethodSource("logs")
    void lineThatTellsIsQuotedAndNotTheLast(String log, String line) {
        assertThat(LogComplaint.of(log.lines().toList())).contains(line);
    }

    @Test
    void logWithoutAComplaintHasNone() {
        assertThat(LogComplaint.of(List.of("epoch 7", "bad magic number"))).isEmpty();
    }
}
