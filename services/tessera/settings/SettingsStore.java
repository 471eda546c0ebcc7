package tessera.settings;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import tessera.file.OwnerOnlyFiles;
import tessera.file.SizeLimitedFileReader;
import tessera.text.MessageCatalog;

/**
 * Reads and writes the settings file in the user's configuration folder. It is written whole or not at all, by one program at a time, and always from what
 * stands in it at that moment, so that nobody's edit is lost. One that cannot be read is set aside, and the one in its
 * place refuses changes, because the other may have.
 *
 * <p>Safe for use by several threads and programs. Waits for the disk; not for the FX thread.
 */
public final class SettingsStore {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(SettingsStore.class);

    /** A file is locked for a program, not for one of its threads. */
    private static final ReentrantLock WITHIN = new ReentrantLock();

    /** More than anybody settles. */
    static final int LARGEST = 4 << 20;

    private final Path file;

    /** @param folder need not exist */
    public SettingsStore(Path folder) {
        file = folder.resolve("settings.json");
    }

    /**
     * The content of the file: settings and messages about problems in it.
     *
     * @param messages what has to be said about it, a sentence each; empty when all is well
     */
    public record SettingsContent(UserSettings settings, List<String> messages) {
        public SettingsContent {
            messages = List.copyOf(messages);
        }
    }

    public Path file() {
        return file;
    }

    /** Reads the file as it is now; returns the defaults where there is none. */
    public SettingsContent read() {
        try {
            if (Files.exists(file)) {
                return toContent(SettingsFileText.parse(readText()));
            }
            return new SettingsContent(UserSettings.DEFAULTS, List.of());
        } catch (IOException damaged) {
            return recoverDamaged();
        }
    }

    private SettingsContent recoverDamaged() {
        try {
            return runLocked(() -> {
                var bytes = SizeLimitedFileReader.read(file, LARGEST);
                try {
                    return toContent(SettingsFileText.parse(new String(bytes, StandardCharsets.UTF_8)));
                } catch (IOException damaged) {
                    return moveDamagedAside();
                }
            });
        } catch (IOException unreadable) {
            return new SettingsContent(UserSettings.DEFAULTS.asReadOnly(),
                    List.of(new SettingsReason.SettingsUnreadable(file).text()));
        }
    }

    private SettingsContent moveDamagedAside() throws IOException {
        var aside = file.resolveSibling("settings.damaged.json");
        for (int number = 2; Files.exists(aside); number++) {
            aside = file.resolveSibling("settings.damaged-%d.json".formatted(number));
        }
        Files.move(file, aside);
        var text = SettingsFileText.parse("""
                {
                  // %s
                  "readOnly": true
                }
                """.formatted(MESSAGES.text("damaged.comment", aside.getFileName())));
        write(text.toString());
        return new SettingsContent(toContent(text).settings(),
                List.of(new SettingsReason.SettingsDamaged(file, aside.getFileName()).text()));
    }

    private SettingsContent toContent(SettingsFileText text) {
        var read = UserSettingsReader.readSettings(text);
        var messages = read.getValue().stream()
                .map(complaint -> new SettingsReason.SettingsFaultInFile(file, complaint).text());
        var refused = read.getKey().readOnly() && !text.tree().path("readOnly").asBoolean()
                ? Stream.of(new SettingsReason.ChangesBlockedByFault().text())
                : Stream.<String>empty();
        return new SettingsContent(read.getKey(), Stream.concat(messages, refused).toList());
    }

    /**
     * Applies edits to the current content of the file and writes it.
     *
     * @throws IOException when it cannot be written; the file is as it was
     */
    public SettingsContent change(List<SettingsFileEdit> edits) throws IOException {
        return runLocked(() -> {
            var text = applyEdits(edits);
            write(text.toString());
            return toContent(text);
        });
    }

    /** Returns the content that the file would have after edits that could not be written. */
    public SettingsContent previewEdits(List<SettingsFileEdit> edits) {
        try {
            return toContent(applyEdits(edits));
        } catch (IOException unreadable) {
            var text = SettingsFileText.empty();
            for (var edit : edits) {
                text = text.withEdit(edit);
            }
            return new SettingsContent(UserSettingsReader.readSettings(text).getKey().asReadOnly(), List.of());
        }
    }

    private String readText() throws IOException {
        return SizeLimitedFileReader.readText(file, LARGEST);
    }

    private SettingsFileText applyEdits(List<SettingsFileEdit> edits) throws IOException {
        var text = Files.exists(file) ? SettingsFileText.parse(readText()) : SettingsFileText.empty();
        for (var edit : edits) {
            text = text.withEdit(edit);
        }
        return text;
    }

    @FunctionalInterface
    private interface LockedFileOperation {
        SettingsContent run() throws IOException;
    }

    private SettingsContent runLocked(LockedFileOperation operation) throws IOException {
        var folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            OwnerOnlyFiles.createFolder(folder);
        }
        WITHIN.lock();
        try (var channel = OwnerOnlyFiles.open(file.resolveSibling(".settings.lock"), StandardOpenOption.CREATE);
                var _ = channel.lock()) {
            return operation.run();
        } finally {
            WITHIN.unlock();
        }
    }

    /** Writes the file; the target of a symbolic link is replaced and the link kept. */
    private void write(String text) throws IOException {
        OwnerOnlyFiles.replace(Files.exists(file) ? file.toRealPath() : file, text.getBytes(StandardCharsets.UTF_8));
    }
}
