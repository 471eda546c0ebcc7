package tessera.cluster.kubeconfig;

import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import tessera.file.SizeLimitedFileReader;
import tessera.file.SizeLimitedFileReader.FileTooLargeException;
import tessera.model.ProblemException;
import tessera.yaml.KubernetesYamlReader;
import tessera.yaml.YamlParserBufferedSpan;

/**
 * A YAML file from outside the program. It is composed into nodes and never constructed into objects, so aliases cost nothing and
 * tags mean nothing; what is too large, too deep, without a break or no text is refused.
 */
final class UntrustedYamlFile {

    private static final int LARGEST = 8 << 20;
    private static final int DEEPEST = 60;
    private static final int MOST_ALIASES = 1_000;
    /** As much is read within a second; a bundle of all public authorities is a third of it. */
    private static final int LONGEST = 1 << 20;

    private UntrustedYamlFile() {}

    /** Returns the mapping a file holds; empty when the file is empty. */
    static Optional<PositionedYamlMap> readMapping(Path file) throws ProblemException {
        var text = readText(file);
        var stretch = YamlParserBufferedSpan.findLongest(text);
        if (stretch.length() > LONGEST) {
            throw PositionedYamlMap.brokenFile(file,
                    new KubeconfigReason.YamlLineTooLong(
                            1 + text.substring(0, stretch.from()).chars().filter(letter -> letter == '\n').count(),
                            stretch.length()));
        }
        try {
            for (var document : KubernetesYamlReader.createParser(LARGEST, DEEPEST, MOST_ALIASES)
                    .composeAll(new StringReader(text))) {
                if (document instanceof MappingNode mapping) {
                    return Optional.of(new PositionedYamlMap(file, mapping, ""));
                }
                if (!PositionedYamlMap.isNull(document)) {
                    throw PositionedYamlMap.brokenFile(file,
                            new KubeconfigReason.YamlNotMapping(PositionedYamlMap.lineOf(document)));
                }
            }
            return Optional.empty();
        } catch (MarkedYAMLException e) {
            // The exception's own message quotes the line, which may hold a token.
            throw PositionedYamlMap.brokenFile(file,
                    new KubeconfigReason.YamlSyntaxInvalid(positionText(e), parserMessage(e)));
        } catch (YAMLException | StackOverflowError _) {
            throw PositionedYamlMap.brokenFile(file, new KubeconfigReason.YamlTooDeep());
        }
    }

    private static String readText(Path file) throws ProblemException {
        byte[] bytes;
        try {
            if (Files.isDirectory(file)) {
                throw PositionedYamlMap.brokenFile(file, new KubeconfigReason.YamlFileIsFolder());
            }
            // A shell hands over what a command prints as a pipe.
            bytes = SizeLimitedFileReader.readStream(file, LARGEST);
        } catch (FileTooLargeException _) {
            throw PositionedYamlMap.brokenFile(file, new KubeconfigReason.YamlFileTooLarge(LARGEST >> 20));
        } catch (IOException e) {
            throw new ProblemException(KubeconfigFileProblemFactory.unreadableFile(file, e), e);
        }
        try {
            var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            if (text.indexOf('\0') < 0) {
                return text.startsWith("\uFEFF") ? text.substring(1) : text;
            }
        } catch (CharacterCodingException _) {
            // Told below: a NUL says the same.
        }
        throw PositionedYamlMap.brokenFile(file, new KubeconfigReason.YamlFileNotUtf8());
    }

    private static String positionText(MarkedYAMLException e) {
        return e.getProblemMark() == null ? "?" : Integer.toString(e.getProblemMark().getLine() + 1);
    }

    /** Returns the parser's message up to where it begins to quote the file. */
    private static String parserMessage(MarkedYAMLException e) {
        var text = Objects.requireNonNullElse(e.getProblem(), "");
        int quote = text.indexOf("alias ");
        if (quote < 0) {
            return text.lines().findFirst().orElse("");
        }
        return text.substring(0, quote + 5);
    }
}
