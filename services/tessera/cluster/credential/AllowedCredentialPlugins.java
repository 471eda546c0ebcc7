package tessera.cluster.credential;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tessera.file.OwnerOnlyFiles;
import tessera.file.SizeLimitedFileReader;
import tessera.model.ForeignTextSanitizer;
import tessera.text.MessageCatalog;

/**
 * The credential plugins that the user allowed, a line each, which only the user may read and write. What was refused is not kept,
 * so that it is asked about again. What others may write to counts for nothing. Safe for use by several threads and programs.
 */
public final class AllowedCredentialPlugins {

    private static final System.Logger LOG = System.getLogger(AllowedCredentialPlugins.class.getName());
    private static final int LARGEST = 4 << 20;
    private static final MessageCatalog MESSAGES = MessageCatalog.of(AllowedCredentialPlugins.class);

    private final Path file;
    /** What could not be written holds until the program ends. */
    private final Set<String> now = ConcurrentHashMap.newKeySet();

    /** @param file need not exist */
    public AllowedCredentialPlugins(Path file) {
        this.file = file;
    }

    boolean contains(CredentialPluginCommand call) {
        var digest = call.digest();
        if (now.contains(digest)) {
            return true;
        }
        try {
            return Files.exists(file) && OwnerOnlyFiles.ownedAlone(file)
                    && SizeLimitedFileReader.readText(file, LARGEST).lines()
                            .anyMatch(line -> line.equals(digest) || line.startsWith(digest + " "));
        } catch (IOException unreadable) {
            LOG.log(Level.WARNING, "{0} unreadable: {1}", file, unreadable);
            return false;
        }
    }

    void add(CredentialPluginCommand call) {
        now.add(call.digest());
        var line = "%s %s of %s\n".formatted(call.digest(), ForeignTextSanitizer.singleLine(call.program().toString()),
                ForeignTextSanitizer.singleLine(call.plugin().kubeconfig().toString()));
        try {
            var folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                OwnerOnlyFiles.createFolder(folder);
            }
            try (var channel = OwnerOnlyFiles.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
                OwnerOnlyFiles.write(channel, ((channel.size() == 0 ? MESSAGES.text("allowed.head") + "\n" : "") + line)
                        .getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException full) {
            LOG.log(Level.WARNING, "{0} not written: {1}", file, full);
        }
    }
}
