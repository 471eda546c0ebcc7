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
        return Stream.of(Arguments.of("""
                Traceback (most recent call last):
                  File "/app/train.py", line 12, in <module>
                    model.to("cuda")
                ValueError: unknown architecture qwen9
                  warnings.warn(message)
                """, "ValueError: unknown architecture qwen9"), Arguments.of("""
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
                        """, "E1016 10:00:00.4       1 main.go:173] error starting plugins"), Arguments.of("""
                        hub.errors.GatedRepoError: 401 Client Error. Access to the model is restricted.

                        The above exception was the direct cause of the following exception:

                        Traceback (most recent call last):
                          File "b.py", line 3, in g
                        OSError: You are trying to access a gated repo.

                        The above exception was the direct cause of the following exception:

                        RuntimeError: Engine process failed to start.
                        """, "hub.errors.GatedRepoError: 401 Client Error. Access to the model is restricted."),
                Arguments.of("""
                        KeyError: 'MASTER_ADDR'

                        During handling of the above exception, another exception occurred:

                        ValueError: environment variable MASTER_ADDR expected, but not set
                        """, "ValueError: environment variable MASTER_ADDR expected, but not set"),
                Arguments.of("""
                        (EngineCore_DP0 pid=71) ERROR 11-29 06:00:00 [core.py:700] ValueError: No available memory.
                        RuntimeError: Engine core initialization failed. See root cause above.
                        """,
                        "(EngineCore_DP0 pid=71) ERROR 11-29 06:00:00 [core.py:700] ValueError: No available memory."),
                Arguments.of("""
                        time=2026-11-29T06:00:00Z level=ERROR msg="Could not read" error="line 12"
                        time=2026-11-29T06:00:01Z level=INFO msg=bye
                        """, "time=2026-11-29T06:00:00Z level=ERROR msg=\"Could not read\" error=\"line 12\""),
                Arguments.of("""
                        2026-11-29 06:00:00 | ERROR    | app.main:41 - no shard left
                        2026-11-29 06:00:01 | INFO     | app.main:50 - bye
                        """, "2026-11-29 06:00:00 | ERROR    | app.main:41 - no shard left"));
    }

    @ParameterizedTest
    @MethodSource("logs")
    void lineThatTellsIsQuotedAndNotTheLast(String log, String line) {
        assertThat(LogErrorLineFinder.find(log.lines().toList())).contains(line);
    }

    @Test
    void logWithoutAComplaintHasNone() {
        assertThat(LogErrorLineFinder.find(List.of("epoch 7", "bad magic number"))).isEmpty();
    }
}
